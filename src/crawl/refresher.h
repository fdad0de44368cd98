// Who chooses the pages that are checked, as the host queue sees it.
#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/visit/visit_task.h"

namespace freshet {

struct RefreshOrders {
  // Page, word and elements_since only: the visit looks up the rest.
  std::vector<CheckOrder> checks = {};
  bool wants_sitemaps = false;
};

// Called by the thread of the host queue.
class Refresher {
 public:
  virtual ~Refresher() = default;

  // Chooses what is worth a check now; the hosts that are to be visited for it, each once, and what
  // their visits are worth.
  virtual std::vector<HostWake> choose(Time now) = 0;

  // When there may be more to choose; none: never.
  virtual std::optional<Time> next_choice(Time now) = 0;

  // Takes what was chosen for the host.
  virtual RefreshOrders take_orders(const Host& host, Time now) = 0;

  // A visit has ended, and all that it said is acknowledged.
  virtual void visit_ended(const Host& host, const VisitEnd& end, Time now) = 0;
};

}  // namespace freshet
