// From settings of a server to who is believed, under which names it answers, and how it fetches.
#pragma once

#include <string>
#include <vector>

#include "cli/crawl_plan.h"
#include "cli/serve_settings.h"
#include "serve/server.h"

namespace freshet {

AccessOptions access_options(const ServeSettings& settings, const ListenAddress& address);

// Returns the names under which browsers reach the server.
std::vector<std::string> names_of(const ServeSettings& settings);

// Returns how a page is fetched once, by the settings of a run.
FetchOptions fetch_options(const RunSettings& run);

}  // namespace freshet
