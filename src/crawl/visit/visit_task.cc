#include "crawl/visit/visit_task.h"

namespace freshet {
namespace {

HostOptions own_options(const CrawlPlan& plan, const Host& host) {
  const auto own = plan.hosts.find(host.key());
  return own == plan.hosts.end() ? HostOptions{} : own->second;
}

}  // namespace

VisitLimits limits_for(const CrawlPlan& plan, const Host& host) {
  const HostOptions own = own_options(plan, host);
  VisitLimits limits = plan.limits;
  limits.pages = own.pages.value_or(limits.pages);
  limits.depth = own.depth.value_or(limits.depth);
  return limits;
}

PaceOptions pace_for(const CrawlPlan& plan, const Host& host) {
  const HostOptions own = own_options(plan, host);
  PaceOptions pace = plan.pace;
  pace.delay = own.delay.value_or(pace.delay);
  pace.burst = own.burst.value_or(pace.burst);
  return pace;
}

}  // namespace freshet
