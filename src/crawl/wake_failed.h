// Makes finished hosts ready again.
#pragma once

#include "base/error.h"
#include "catalog/frontier.h"
#include "crawl/scope.h"

namespace freshet {

// Wakes every finished host of the scope: a crawl begins again.
Status wake_retired(Frontier& frontier, const Scope& scope);

// Wakes hosts that were given up, or with URLs that were: each run retries them, as our network may
// have been down, or a setting wrong.
Status wake_failed(Frontier& frontier, const Scope& scope);

}  // namespace freshet
