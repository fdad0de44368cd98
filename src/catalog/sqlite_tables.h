// The parts of the schema's steps that more than one of them needs.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "catalog/sqlite.h"

namespace freshet {

// SQL for "2026-11-16T00:34:46.123456Z" of a column in microseconds, also before 1970.
std::string time_text(std::string_view column);

// From version 1 to 2: what a crawl needs.
Status add_crawl_tables(Sqlite& db);

// From version 2 to 3: how pages change. Pages that are there already are `added` events.
Status add_history_tables(Sqlite& db);

// From version 3 to 4: what is told of when pages change, and links that pages have lost.
Status add_told_columns(Sqlite& db);

// From version 4 to 5: how many hops led to a URL that is wanted.
Status add_hops_column(Sqlite& db);

// From version 5 to 6: who fetched a snapshot, answers that were cut, the number of commits.
Status add_origin_columns(Sqlite& db);

// SQL of a CASE that names the kind of the snapshot `s`.
std::string_view kind_text();

// SQL that makes the views of version 3, with what later versions have `more`: ", x AS y".
std::string change_history_view(std::string_view more = {});
std::string predictions_view(std::string_view more = {});

}  // namespace freshet
