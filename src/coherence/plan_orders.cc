// The orders of visits that plans are compared with.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "coherence/best_nested.h"
#include "coherence/plan.h"
#include "coherence/planned_rate.h"

namespace freshet {
namespace {

std::vector<std::uint32_t> page_numbers(std::size_t n) {
  std::vector<std::uint32_t> pages(n);
  std::iota(pages.begin(), pages.end(), 0U);
  return pages;
}

// The conflict probability of the slides, 1 - (1 - lambda)^t, after t slots; their lambda is the
// probability of a change within one slot, 1 - exp(-rate * slot).
double conflict(double rate, double slots, double slot_days) {
  return -std::expm1(-planned_rate(rate) * slots * slot_days);
}

}  // namespace

std::vector<std::uint32_t> by_falling_rate(std::span<const double> rates) {
  struct Rated {
    double rate;
    std::uint32_t page;
  };
  std::vector<Rated> rated;
  rated.reserve(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i)
    rated.push_back({planned_rate(rates[i]), static_cast<std::uint32_t>(i)});
  std::ranges::sort(rated, [](const Rated& a, const Rated& b) {
    return a.rate != b.rate ? a.rate > b.rate : a.page < b.page;
  });
  std::vector<std::uint32_t> pages;
  pages.reserve(rated.size());
  for (const Rated& each : rated) pages.push_back(each.page);
  return pages;
}

std::vector<std::uint32_t> breadth_first(const PlannedSite& site) {
  return page_numbers(site.rates.size());
}

std::vector<std::uint32_t> depth_first(const PlannedSite& site) {
  std::vector<std::uint32_t> order = page_numbers(site.rates.size());
  if (site.parents.size() != order.size()) {
    std::ranges::reverse(order);
    return order;
  }
  // Pages with a parent that is no lower number begin a tree of their own.
  std::vector<std::vector<std::uint32_t>> children(order.size());
  std::vector<std::uint32_t> stack;
  for (std::uint32_t page = static_cast<std::uint32_t>(order.size()); page-- > 0;) {
    if (site.parents[page] < page)
      children[site.parents[page]].push_back(page);
    else
      stack.push_back(page);
  }
  order.clear();
  while (!stack.empty()) {
    const std::uint32_t page = stack.back();
    stack.pop_back();
    order.push_back(page);
    stack.insert(stack.end(), children[page].begin(), children[page].end());
  }
  return order;
}

std::vector<std::uint32_t> hottest_first(const PlannedSite& site) {
  return by_falling_rate(site.rates);
}

std::vector<std::uint32_t> coldest_first(const PlannedSite& site) {
  std::vector<std::uint32_t> order = by_falling_rate(site.rates);
  std::ranges::reverse(order);
  return order;
}

std::vector<std::uint32_t> random_order(const PlannedSite& site, std::uint64_t seed) {
  std::vector<std::uint32_t> order = page_numbers(site.rates.size());
  Random random(seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

std::vector<std::uint32_t> measurable_order(const PlannedSite& site, double eta) {
  const double slot_days = days_of(site.slot);
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> skipped;
  for (const std::uint32_t page : by_falling_rate(site.rates)) {
    const auto slots = static_cast<double>(order.size());
    (conflict(site.rates[page], slots, slot_days) < eta ? order : skipped).push_back(page);
  }
  order.insert(order.end(), skipped.rbegin(), skipped.rend());
  return order;
}

std::vector<std::uint32_t> inducible_order(const PlannedSite& site, double eta) {
  const double slot_days = days_of(site.slot);
  const std::vector<std::uint32_t> pages = by_falling_rate(site.rates);
  std::vector<std::uint8_t> is_promising;
  is_promising.reserve(pages.size());
  double promising = 0;
  for (const std::uint32_t page : pages) {
    is_promising.push_back(conflict(site.rates[page], 2 * promising, slot_days) < eta ? 1 : 0);
    promising += is_promising.back();
  }
  return visits_of(pages, is_promising);
}

std::vector<std::uint32_t> sharc_order(const PlannedSite& site) {
  const std::vector<std::uint32_t> falling = by_falling_rate(site.rates);
  std::vector<std::uint32_t> order(falling.size());
  std::size_t front = 0;
  std::size_t back = falling.size();
  for (std::size_t i = falling.size(); i-- > 0;)
    order[(falling.size() - 1 - i) % 2 == 0 ? front++ : --back] = falling[i];
  return order;
}

}  // namespace freshet
