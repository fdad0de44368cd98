#include "capture/capture_orders.h"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "coherence/plan.h"
#include "coherence/revisits.h"
#include "coherence/verdict.h"

namespace freshet {
namespace {

// A further visit pays if it raises the chance of a page by more than it costs all others, which it
// delays. These limits are tried.
constexpr double kAgainGains[] = {0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

// The age of a page that was not seen.
constexpr Duration kNeverSeen = std::chrono::days(36'500);

Duration age_of(const BookedPage& page, Time now) {
  return page.seen ? std::max(Duration::zero(), now - *page.seen) : kNeverSeen;
}

// Returns the pages, from the hottest down, that a further visit makes more probable by `gain`. The
// k-th of them is visited and revisited within 2 k requests.
std::vector<CapturePage> worth_again(const CaptureBook& book, std::span<const CapturePage> by_rate,
                                     double gain, Duration slot, Time now) {
  std::vector<CapturePage> again;
  for (const CapturePage page : by_rate) {
    const double rate = book[page].changes_per_day;
    const Duration within = 2 * slot * static_cast<Duration::rep>(again.size() + 1);
    if (unchanged_probability(rate, within) -
            unchanged_probability(rate, age_of(book[page], now) + within / 2) >=
        gain)
      again.push_back(page);
  }
  return again;
}

// Returns the expected number of pages that are proven if `again`, the hottest first, are visited
// once more and then all are revisited.
double expected_with(const CaptureBook& book, std::span<const CapturePage> pages,
                     std::span<const CapturePage> again, Duration slot, Time now) {
  std::unordered_map<CapturePage, Duration> ages;
  for (std::size_t i = 0; i < again.size(); ++i)
    ages.emplace(again[i], slot * static_cast<Duration::rep>(i));
  std::vector<SeenPage> seen;
  seen.reserve(pages.size());
  const Duration delay = slot * static_cast<Duration::rep>(again.size());
  for (const CapturePage page : pages) {
    const auto fresh = ages.find(page);
    seen.push_back(
        {.changes_per_day = book[page].changes_per_day,
         .since = fresh == ages.end() ? age_of(book[page], now) + delay : fresh->second});
  }
  return expected_unchanged(seen, plan_revisits(seen, slot, seen.size()), slot);
}

// Returns the expected share of a round in our order if all is done `times` as fast.
double expected_share(const CaptureBook& book, std::span<const PacedPages> hosts, int times) {
  const auto policy = find_plan_policy(kDefaultPlanPolicy);
  if (!policy) return 0;
  double proven = 0;
  std::size_t all = 0;
  for (const PacedPages& host : hosts) {
    std::vector<double> rates;
    for (const CapturePage page : host.pages) rates.push_back(book[page].changes_per_day);
    const PlannedSite site{.rates = rates, .slot = host.slot / times};
    proven += expected_coherence((*policy)->plan(site, {}), rates, site.slot) *
              static_cast<double>(rates.size());
    all += rates.size();
  }
  return all == 0 ? 0 : proven / static_cast<double>(all);
}

constexpr int kFasterMax = 1024;

}  // namespace

CaptureOutlook outlook_of(const CaptureBook& book, std::span<const PacedPages> hosts, double wanted,
                          double proven) {
  const double by_rates = expected_share(book, hosts, 1);
  const double more_lost = by_rates < 1 ? std::max(1.0, (1 - proven) / (1 - by_rates)) : 1;
  const auto expected = [&](double share) { return 1 - std::min(1.0, more_lost * (1 - share)); };
  CaptureOutlook outlook{.expected = expected(by_rates)};
  for (const PacedPages& host : hosts) outlook.slot = std::max(outlook.slot, host.slot);
  for (int times = 1; times <= kFasterMax && !outlook.slot_needed; times *= 2)
    if (expected(expected_share(book, hosts, times)) >= wanted)
      outlook.slot_needed = outlook.slot / times;
  return outlook;
}

Result<std::vector<CapturePage>> visit_order(const CaptureBook& book,
                                             std::span<const CapturePage> pages,
                                             const CaptureOrder& how, Duration slot) {
  const auto policy = find_plan_policy(how.policy);
  if (!policy) return std::unexpected(policy.error());
  // By depth, as a crawl finds them: that is the order that breadth first keeps.
  std::vector<CapturePage> ordered(pages.begin(), pages.end());
  std::ranges::stable_sort(ordered, {}, [&](CapturePage page) { return book[page].depth; });
  std::vector<double> rates;
  rates.reserve(ordered.size());
  for (const CapturePage page : ordered) rates.push_back(book[page].changes_per_day);
  const CapturePlan plan = (*policy)->plan({.rates = rates, .slot = slot}, {.eta = how.eta});
  std::vector<CapturePage> visits;
  visits.reserve(ordered.size());
  for (const std::uint32_t place : plan.visits) visits.push_back(ordered[place]);
  return visits;
}

std::vector<CapturePage> revisit_order(const CaptureBook& book, std::span<const CapturePage> pages,
                                       const CaptureOrder& how, Duration slot, Time now,
                                       std::size_t budget) {
  std::vector<CapturePage> ordered(pages.begin(), pages.end());
  if (how.policy != kDefaultPlanPolicy) {
    std::ranges::stable_sort(ordered, std::greater<>(), [&](CapturePage page) {
      return book[page].seen.value_or(Time::min());
    });
    ordered.resize(std::min(ordered.size(), budget));
    return ordered;
  }
  std::vector<SeenPage> seen;
  seen.reserve(ordered.size());
  for (const CapturePage page : ordered)
    seen.push_back(
        {.changes_per_day = book[page].changes_per_day, .since = age_of(book[page], now)});
  std::vector<CapturePage> revisits;
  for (const std::uint32_t place : plan_revisits(seen, slot, budget))
    revisits.push_back(ordered[place]);
  return revisits;
}

std::vector<CapturePage> visit_again_order(const CaptureBook& book,
                                           std::span<const CapturePage> pages, Duration slot,
                                           Time now) {
  std::vector<CapturePage> by_rate(pages.begin(), pages.end());
  std::ranges::stable_sort(by_rate, std::greater<>(),
                           [&](CapturePage page) { return book[page].changes_per_day; });
  std::vector<CapturePage> best;
  double best_expected = expected_with(book, by_rate, {}, slot, now);
  for (const double gain : kAgainGains) {
    std::vector<CapturePage> again = worth_again(book, by_rate, gain, slot, now);
    const double expected = expected_with(book, by_rate, again, slot, now);
    if (expected <= best_expected) continue;
    best_expected = expected;
    best = std::move(again);
  }
  std::ranges::reverse(best);
  return best;
}

}  // namespace freshet
