// The visits of a server: checks that its planner chooses, and crawls of hosts that jobs name.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "crawl/refresher.h"
#include "crawl/visit_source.h"
#include "engine/job.h"

namespace freshet {

// On the thread of the host queue.
struct ServiceListener {
  // A visit begins; `has_checks`: it has pages to check.
  std::function<void(const Host&, bool has_checks)> began = {};
  std::function<void(const Host&, const VisitEnd&)> ended = {};
};

class ServiceVisits final : public VisitSource {
 public:
  // `refresher` outlives it.
  ServiceVisits(Refresher& refresher, ServiceListener listener)
      : refresher_(refresher), listener_(std::move(listener)) {}

  // A host that is being crawled is visited as a crawl does, until a visit has nothing left to do.
  void crawl(const Host& host) { crawled_.emplace(host.key()); }

  // As in a refresh: a host that does not answer is retried with back-off, never given up.
  bool takes_new_hosts() const override { return false; }
  std::vector<HostWake> choose(Time now) override { return refresher_.choose(now); }
  std::optional<Time> next_choice(Time now) override { return refresher_.next_choice(now); }

  void fill(VisitTask& task, Time now) override {
    RefreshOrders orders = refresher_.take_orders(task.host, now);
    const bool has_checks = !orders.checks.empty();
    task.checks_known_pages = has_checks || !crawled_.contains(task.host.key());
    task.orders = std::move(orders.checks);
    task.wants_sitemaps = orders.wants_sitemaps || !task.checks_known_pages;
    listener_.began(task.host, has_checks);
  }

  void visit_ended(const Host& host, const VisitEnd& end, Time now) override {
    if (!end.due) crawled_.erase(std::string(host.key()));
    refresher_.visit_ended(host, end, now);
    listener_.ended(host, end);
  }

 private:
  Refresher& refresher_;
  const ServiceListener listener_;
  std::set<std::string, std::less<>> crawled_;  // keys of hosts
};

class ServiceJob final : public Job {
 public:
  // `visits` outlives it.
  ServiceJob(ServiceVisits& visits, ScopeChange scope)
      : visits_(visits), scope_(std::move(scope)) {}

  ScopeChange scope() const override { return scope_; }
  bool adopts_known_hosts() const override { return true; }
  VisitSource& visits() override { return visits_; }

 private:
  ServiceVisits& visits_;
  ScopeChange scope_;
};

}  // namespace freshet
