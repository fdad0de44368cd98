// The parts of the schema's steps that more than one of them needs.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "sqlite/sqlite.h"

namespace freshet {

// Returns SQL for "2026-11-16T00:34:46.123456Z" of a column in microseconds, also before 1970.
std::string time_text(std::string_view column);

// From version 1 to 2: tables for crawls.
Status add_crawl_tables(Sqlite& db);

// From version 2 to 3: the history of page changes. Pages that are there already become `added`
// events.
Status add_history_tables(Sqlite& db);

// From version 3 to 4: reported times of changes, and links that pages have lost.
Status add_told_columns(Sqlite& db);

// From version 4 to 5: the number of hops that led to a wanted URL.
Status add_hops_column(Sqlite& db);

// From version 5 to 6: the origin of snapshots, answers that were cut, the number of commits.
Status add_origin_columns(Sqlite& db);

// From version 6 to 7: the templates of hosts.
Status add_template_table(Sqlite& db);

// From version 7 to 8: captures.
Status add_capture_table(Sqlite& db);

// From version 8 to 9: redesigns in the view of events.
Status add_redesign_events(Sqlite& db);

// From version 9 to 10: captures that fetch every page in full.
Status add_whole_column(Sqlite& db);

// Returns the SQL of a CASE that names the kind of the snapshot `s`.
std::string_view kind_text();

// These return SQL that makes the views of version 3. `more` holds the columns that later versions
// add: ", x AS y".
std::string change_history_view(std::string_view more = {});
std::string predictions_view(std::string_view more = {});
// `more_kinds`: kinds that later versions add, " WHEN 4 THEN 'x'".
std::string events_view(std::string_view more_kinds = {});

}  // namespace freshet
