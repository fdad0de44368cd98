// Makes finished hosts ready again.
#pragma once

#include "base/error.h"
#include "catalog/catalog.h"
#include "crawl/scope.h"

namespace freshet {

// Wakes every finished host of the scope: a crawl begins again.
Status wake_retired(Catalog& catalog, const Scope& scope);

// Wakes hosts that were given up, or with URLs that were: each run retries them, as our network may
// have been down, or a setting wrong.
Status wake_failed(Catalog& catalog, const Scope& scope);

}  // namespace freshet
