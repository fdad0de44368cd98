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

}  // namespace freshet
