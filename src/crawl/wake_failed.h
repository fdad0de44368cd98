// Hosts that were done and are to be visited again.
#pragma once

#include "base/error.h"
#include "catalog/catalog.h"
#include "crawl/scope.h"

namespace freshet {

// Makes every host of the scope ready that was done: a crawl begins again.
Status wake_retired(Catalog& catalog, const Scope& scope);

// Makes those ready that were given up, or of which URLs were: each run gives them another chance.
// Perhaps our network was down, or a setting was wrong.
Status wake_failed(Catalog& catalog, const Scope& scope);

}  // namespace freshet
