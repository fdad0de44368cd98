#include "lab/site_rates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "predict/rate.h"

namespace freshet {
namespace {

TEST(SiteRates, LogUniformRatesKeepTheirLimits) {
  const std::vector<double> rates = log_uniform_rates(1000, 0.01, 10, 1);
  EXPECT_GE(std::ranges::min(rates), 0.01);
  EXPECT_LE(std::ranges::max(rates), 10);
  const auto below = std::ranges::count_if(rates, [](double r) { return r < std::sqrt(0.1); });
  EXPECT_NEAR(static_cast<double>(below), 500, 60);
}

TEST(SiteRates, FittedRatesAreChangesPerDayOfLife) {
  ChangeHistory history;
  history.pages.resize(3);
  for (HistoryPage& page : history.pages) page.last_alive = 10 * 86'400;
  history.pages[2].first_seen = history.pages[2].last_alive;  // seen once
  for (int i = 0; i < 5; ++i) history.changes.push_back({.page = 1, .at = i});
  EXPECT_EQ(fitted_rates(history), (std::vector<double>{kRateFloor, 0.5, kRateFloor}));
  EXPECT_EQ(draw_rates({}, 5, 1), std::vector<double>{});
  const std::vector<double> two = {0.25, 4};
  for (const double rate : draw_rates(two, 50, 1)) EXPECT_TRUE(rate == 0.25 || rate == 4);
}

TEST(SiteRates, AFewVisitsTellHotPagesFromColdOnes) {
  std::vector<double> rates(400, 0.01);
  for (std::size_t i = 0; i < 200; ++i) rates[i] = 3;
  const std::vector<double> learned =
      learned_rates(rates, {.visits = 5, .days_between = 1, .days_ahead = 0.2}, 1);
  double hot = 0;
  double cold = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    hot += learned[i] / 200;
    cold += learned[200 + i] / 200;
  }
  EXPECT_NEAR(hot, 3, 1.5);
  EXPECT_LT(cold, 0.1);
  // One visit shows no change: nothing is known but the prior.
  const std::vector<double> unknown =
      learned_rates(rates, {.visits = 1, .days_between = 1, .days_ahead = 0.2}, 1);
  EXPECT_EQ(std::ranges::min(unknown), std::ranges::max(unknown));
  EXPECT_TRUE(learned_rates({}, {}, 1).empty());
}

TEST(SiteRates, ADiscoveryTreeIsInBreadthFirstOrder) {
  const std::vector<std::uint32_t> parents = discovery_tree(1000, 1);
  EXPECT_TRUE(std::ranges::is_sorted(parents));
  for (std::uint32_t page = 1; page < parents.size(); ++page) EXPECT_LT(parents[page], page);
  EXPECT_TRUE(discovery_tree(0, 1).empty());
}

}  // namespace
}  // namespace freshet
