#include "coherence/online_plan.h"

#include <algorithm>
#include <functional>
#include <map>

#include "coherence/best_nested.h"
#include "coherence/planned_rate.h"
#include "coherence/revisits.h"

namespace freshet {

void OnlinePlan::add(std::uint32_t page, double changes_per_day) {
  added_.push({.rate = planned_rate(changes_per_day), .page = page});
}

void OnlinePlan::replan() {
  std::vector<Waiting> pages(planned_.begin() + static_cast<std::ptrdiff_t>(taken_),
                             planned_.end());
  for (; !added_.empty(); added_.pop()) pages.push_back(added_.top());
  std::vector<double> rates;
  rates.reserve(pages.size());
  for (const Waiting& each : pages) rates.push_back(each.rate);
  const std::size_t known = visited_ + pages.size();
  std::size_t later = expected_pages_ > known ? expected_pages_ - known : 0;
  if (expected_pages_ == 0) later = pages.size();
  planned_.clear();
  taken_ = 0;
  const NestedOrder order = best_nested_order(rates, slot_, later);
  for (const std::uint32_t i : order.visits) planned_.push_back(pages[i]);
  hopeless_end_ = order.hopeless;
  // Pages of one rate are interchangeable: they come in the order in which they were found.
  std::map<double, std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>>
      by_rate;
  for (const Waiting& each : planned_) by_rate[each.rate].push(each.page);
  for (Waiting& each : planned_) {
    auto& pages_of_rate = by_rate[each.rate];
    each.page = pages_of_rate.top();
    pages_of_rate.pop();
  }
}

std::optional<std::uint32_t> OnlinePlan::next() {
  if (4 * added_.size() > waiting()) replan();
  if (waiting() == 0) return std::nullopt;
  ++visited_;
  const bool takes_planned =
      taken_ < planned_.size() &&
      (added_.empty() || taken_ < hopeless_end_ || planned_[taken_].rate <= added_.top().rate);
  if (takes_planned) return planned_[taken_++].page;
  const std::uint32_t page = added_.top().page;
  added_.pop();
  return page;
}

CapturePlan plan_while_discovering(const PlannedSite& site) {
  const std::size_t n = site.rates.size();
  const bool knows_parents = site.parents.size() == n;
  OnlinePlan online(site.slot, knows_parents ? 0 : n);
  std::vector<std::vector<std::uint32_t>> found_on(n);
  for (std::uint32_t page = 0; page < n; ++page) {
    if (knows_parents && site.parents[page] < page)
      found_on[site.parents[page]].push_back(page);
    else
      online.add(page, site.rates[page]);
  }
  std::vector<std::uint32_t> visits;
  while (const auto page = online.next()) {
    visits.push_back(*page);
    for (const std::uint32_t found : found_on[*page]) online.add(found, site.rates[found]);
  }
  return with_best_revisits(std::move(visits), site);
}

}  // namespace freshet
