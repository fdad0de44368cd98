#include "crawl/wake_failed.h"

#include <functional>
#include <vector>

#include "crawl/visit_report.h"

namespace freshet {
namespace {

Status wake(Frontier& frontier, const Scope& scope,
            const std::function<bool(const HostRow&)>& is_meant) {
  std::vector<LinkCount> links;
  const Status each = frontier.each_host([&](const HostRow& row) {
    if (row.place == HostPlace::retired && scope.may_hold(row.host) && is_meant(row))
      links.push_back({.host = row.host, .wakes = true});
    return true;
  });
  if (!each) return each;
  return frontier.add_links(links);
}

}  // namespace

Status wake_retired(Frontier& frontier, const Scope& scope) {
  return wake(frontier, scope, [](const HostRow&) { return true; });
}

Status wake_failed(Frontier& frontier, const Scope& scope) {
  return wake(frontier, scope, [](const HostRow& row) {
    const auto report = VisitReport::from_json(row.report);
    return report && (report->state == VisitState::failed || report->failed_urls > 0);
  });
}

}  // namespace freshet
