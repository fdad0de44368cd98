// Makes the orders to check known pages: their newest good copies and what is believed of them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/observation.h"
#include "store/archive.h"

namespace freshet {

// One thread uses it. Its arguments must outlive it. It reads rows of the catalog, no stored page.
class CheckOrders {
 public:
  CheckOrders(Archive& archive, Clock& clock) : archive_(archive), clock_(clock) {}

  // While it lives, orders are made from one snapshot of the catalog, which is faster.
  Result<std::unique_ptr<CatalogMoment>> hold_moment() { return archive_.catalog().hold_moment(); }

  // Returns the order for a page; nothing if the archive has no good copy of it.
  Result<std::optional<CheckOrder>> order_of(const PageKey& page);

 private:
  Archive& archive_;
  Clock& clock_;
};

// Returns the snapshots of the page itself, without errors in its place; by time, but those with
// future times first: they are older than any that can be dated.
Result<std::vector<SnapshotRow>> good_copies(Archive& archive, const PageRow& page, Time now);

}  // namespace freshet
