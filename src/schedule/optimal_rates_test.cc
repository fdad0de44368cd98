#include "schedule/optimal_rates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace freshet {
namespace {

double freshness(const RatedPage& page, double checks) {
  return checks == 0 ? 0 : checks / page.rate * -std::expm1(-page.rate / checks);
}

double total(const std::vector<double>& checks) {
  return std::accumulate(checks.begin(), checks.end(), 0.0);
}

double worth(const std::vector<RatedPage>& pages, const std::vector<double>& checks) {
  double sum = 0;
  for (std::size_t i = 0; i < pages.size(); ++i)
    sum += pages[i].weight * freshness(pages[i], checks[i]);
  return sum;
}

std::vector<RatedPage> random_pages(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<RatedPage> pages;
  for (std::size_t i = 0; i < count; ++i)
    pages.push_back({std::exp(-8 + 10 * random.unit()), 0.5 + random.unit(),
                     static_cast<std::uint32_t>(random.below(5))});
  return pages;
}

TEST(OptimalRates, SolvesForTheInterval) {
  for (const double x : {1e-3, 0.1, 1.0, 5.0, 20.0})
    EXPECT_NEAR(solve_check_interval(1 - (1 + x) * std::exp(-x)) / x, 1, 1e-3) << x;
}

TEST(OptimalRates, SpendTheBudget) {
  const auto pages = random_pages(1000, 1);
  for (const double budget : {0.01, 1.0, 50.0, 5000.0})
    EXPECT_NEAR(total(optimal_rates(pages, budget)) / budget, 1, 1e-9);
}

TEST(OptimalRates, AreNotImprovedByMovingAnyCheck) {
  const auto pages = random_pages(60, 2);
  const auto best = optimal_rates(pages, 4);
  const double most = worth(pages, best);
  for (std::size_t from = 0; from < pages.size(); ++from) {
    for (std::size_t to = 0; to < pages.size(); ++to) {
      if (from == to) continue;
      auto other = best;
      const double moved = std::min(other[from], 0.01);
      other[from] -= moved;
      other[to] += moved;
      EXPECT_LE(worth(pages, other), most + 1e-6);
    }
  }
}

TEST(OptimalRates, GiveUpOnPagesThatChangeTooFast) {
  const std::vector<RatedPage> pages = {{0.05}, {0.1}, {100}};
  const auto checks = optimal_rates(pages, 0.1);
  EXPECT_GT(checks[0], 0);
  EXPECT_EQ(checks[2], 0);
}

TEST(OptimalRates, NothingIsSpentWhereNothingChangesOrCounts) {
  const std::vector<RatedPage> pages = {{0}, {-1}, {0.1, 0}, {0.1, 1}};
  const auto checks = optimal_rates(pages, 2);
  EXPECT_EQ(checks[0] + checks[1] + checks[2], 0);
  EXPECT_NEAR(checks[3], 2, 1e-9);
  EXPECT_EQ(total(optimal_rates(std::vector<RatedPage>{{0}}, 1)), 0);
  EXPECT_EQ(total(optimal_rates(pages, 0)), 0);
}

TEST(OptimalRates, HoldHostsAtTheirLimitsAndGiveTheRestToOthers) {
  const auto pages = random_pages(500, 3);
  const std::vector<double> limits = {1, 1e9, 2, 1e9, 0};
  const auto checks = optimal_rates(pages, 30, limits);
  std::vector<double> sums(5, 0);
  for (std::size_t i = 0; i < pages.size(); ++i) sums[pages[i].host] += checks[i];
  EXPECT_NEAR(sums[0], 1, 1e-6);
  EXPECT_NEAR(sums[2], 2, 1e-6);
  EXPECT_EQ(sums[4], 0);
  EXPECT_NEAR(sums[1] + sums[3], 27, 1e-6);
}

}  // namespace
}  // namespace freshet
