#include "coherence/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <string>

#include "base/escape.h"
#include "coherence/best_nested.h"
#include "coherence/online_plan.h"
#include "coherence/planned_rate.h"
#include "coherence/revisits.h"

namespace freshet {
namespace {

using Site = PlannedSite;
using Options = PlanOptions;

constexpr std::array kPlanPolicies = {
    PlanPolicy{.name = kDefaultPlanPolicy,
               .summary = "most expected proven pages over nested intervals",
               .plan =
                   [](const Site& site, const Options&) {
                     return with_best_revisits(best_nested_order(site.rates, site.slot).visits,
                                               site);
                   }},
    PlanPolicy{
        .name = "online",
        .summary = "ours, where pages are found only on visited ones",
        .plan = [](const Site& site, const Options&) { return plan_while_discovering(site); }},
    PlanPolicy{
        .name = "breadth-first",
        .summary = "in the order of discovery",
        .plan = [](const Site& site, const Options&) { return nested_plan(breadth_first(site)); }},
    PlanPolicy{
        .name = "depth-first",
        .summary = "links of a page before its neighbours",
        .plan = [](const Site& site, const Options&) { return nested_plan(depth_first(site)); }},
    PlanPolicy{
        .name = "hottest",
        .summary = "the highest rate first",
        .plan = [](const Site& site, const Options&) { return nested_plan(hottest_first(site)); }},
    PlanPolicy{
        .name = "coldest",
        .summary = "the lowest rate first",
        .plan = [](const Site& site, const Options&) { return nested_plan(coldest_first(site)); }},
    PlanPolicy{.name = "random",
               .summary = "in random order",
               .plan =
                   [](const Site& site, const Options& options) {
                     return nested_plan(random_order(site, options.seed));
                   }},
    PlanPolicy{.name = "measurable",
               .summary = "Spaniol: unchanged since the start, up to a risk of eta",
               .takes_eta = true,
               .plan =
                   [](const Site& site, const Options& options) {
                     return nested_plan(measurable_order(site, options.eta));
                   }},
    PlanPolicy{.name = "inducible",
               .summary = "Spaniol: unchanged until the revisit, up to a risk of eta",
               .takes_eta = true,
               .plan =
                   [](const Site& site, const Options& options) {
                     return nested_plan(inducible_order(site, options.eta));
                   }},
    PlanPolicy{
        .name = "sharc",
        .summary = "Denev et al.: the highest rate in the middle",
        .plan = [](const Site& site, const Options&) { return nested_plan(sharc_order(site)); }},
};

}  // namespace

std::span<const PlanPolicy> plan_policies() { return kPlanPolicies; }

Result<const PlanPolicy*> find_plan_policy(std::string_view name) {
  std::vector<std::string_view> names;
  for (const PlanPolicy& row : plan_policies()) {
    if (row.name == name) return &row;
    names.push_back(row.name);
  }
  return std::unexpected(
      Error{Errc::invalid, fmt::format("there is no capture policy \"{}\"; there are {}",
                                       visible(name), fmt::join(names, ", "))});
}

CapturePlan nested_plan(std::vector<std::uint32_t> visits) {
  CapturePlan plan{.visits = std::move(visits), .revisits = {}};
  if (!plan.visits.empty()) plan.revisits.assign(plan.visits.rbegin() + 1, plan.visits.rend());
  return plan;
}

double expected_coherence(const CapturePlan& plan, std::span<const double> rates, Duration slot) {
  const std::size_t n = plan.visits.size();
  if (n == 0) return 0;
  const double slot_days = days_of(slot);
  // Slots from each page's visit to the last visit.
  std::vector<std::size_t> until_last(rates.size(), 0);
  for (std::size_t i = 0; i < n; ++i)
    if (plan.visits[i] < rates.size()) until_last[plan.visits[i]] = n - 1 - i;
  double unchanged = 1;  // the page visited last
  for (std::size_t i = 0; i < plan.revisits.size(); ++i) {
    const std::uint32_t page = plan.revisits[i];
    if (page >= rates.size() || page == plan.visits.back()) continue;
    unchanged += std::exp(-planned_rate(rates[page]) *
                          static_cast<double>(until_last[page] + i + 1) * slot_days);
  }
  return unchanged / static_cast<double>(n);
}

double expected_measurable(const CapturePlan& plan, std::span<const double> rates, Duration slot) {
  const std::size_t n = plan.visits.size();
  if (n == 0) return 0;
  const double slot_days = days_of(slot);
  double unchanged = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t page = plan.visits[i];
    if (page >= rates.size()) continue;
    unchanged += std::exp(-planned_rate(rates[page]) * static_cast<double>(i) * slot_days);
  }
  return unchanged / static_cast<double>(n);
}

}  // namespace freshet
