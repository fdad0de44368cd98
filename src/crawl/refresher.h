// The interface by which the host queue gets the pages to check.
#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/visit/visit_task.h"

namespace freshet {

struct RefreshOrders {
  // Only page, word and elements_since are set: the visit looks up the rest.
  std::vector<CheckOrder> checks = {};
  bool wants_sitemaps = false;
};

// Called by the thread of the host queue.
class Refresher {
 public:
  virtual ~Refresher() = default;

  // Chooses the pages that are worth a check now; returns the hosts to visit for them, each once,
  // with the worth of the visit.
  virtual std::vector<HostWake> choose(Time now) = 0;

  // Returns when there may be more to choose; none: never.
  virtual std::optional<Time> next_choice(Time now) = 0;

  // Moves out the orders chosen for the host.
  virtual RefreshOrders take_orders(const Host& host, Time now) = 0;

  // Called when a visit has ended and all its results are acknowledged.
  virtual void visit_ended(const Host& host, const VisitEnd& end, Time now) = 0;
};

}  // namespace freshet
