// The interface of the host queue to the job of a run: it selects the hosts worth a visit now, and
// completes the tasks of visits.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/refresher.h"
#include "crawl/visit/visit_task.h"
#include "url/host.h"

namespace freshet {

// Called by the thread of the host queue.
class VisitSource {
 public:
  virtual ~VisitSource() = default;

  // Returns true for a crawl and for a capture: hosts may be new and fail for good, and the limits
  // of domains apply.
  virtual bool takes_new_hosts() const = 0;

  // Returns hosts to visit now, each once, with the worth of the visit.
  virtual std::vector<HostWake> choose(Time /*now*/) { return {}; }
  // Returns when there may be more to choose; none: never.
  virtual std::optional<Time> next_choice(Time /*now*/) { return std::nullopt; }

  // Completes the task of a visit that begins.
  virtual void fill(VisitTask& /*task*/, Time /*now*/) {}

  // Called when a visit has ended and all its results are acknowledged.
  virtual void visit_ended(const Host& /*host*/, const VisitEnd& /*end*/, Time /*now*/) {}
};

class CrawlVisits final : public VisitSource {
 public:
  bool takes_new_hosts() const override { return true; }
};

class RefreshVisits final : public VisitSource {
 public:
  explicit RefreshVisits(Refresher& refresher) : refresher_(refresher) {}

  bool takes_new_hosts() const override { return false; }
  std::vector<HostWake> choose(Time now) override { return refresher_.choose(now); }
  std::optional<Time> next_choice(Time now) override { return refresher_.next_choice(now); }
  void fill(VisitTask& task, Time now) override {
    RefreshOrders orders = refresher_.take_orders(task.host, now);
    task.checks_known_pages = true;
    task.orders = std::move(orders.checks);
    task.wants_sitemaps = orders.wants_sitemaps;
  }
  void visit_ended(const Host& host, const VisitEnd& end, Time now) override {
    refresher_.visit_ended(host, end, now);
  }

 private:
  Refresher& refresher_;
};

}  // namespace freshet
