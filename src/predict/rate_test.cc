#include "predict/rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

TEST(Rate, OfEvenIntervalsIsTheEstimatorOfThePaper) {
  EXPECT_DOUBLE_EQ(even_rate(10, 0), 0);
  EXPECT_DOUBLE_EQ(even_rate(10, 3), -std::log(7.5 / 10.5));
  EXPECT_DOUBLE_EQ(even_rate(10, 10), -std::log(0.5 / 10.5));
}

TEST(Rate, LikeliestForEvenIntervalsHasAClosedForm) {
  std::vector<RateCheck> checks(10, {2, false});
  for (int i = 0; i < 4; ++i) checks[static_cast<std::size_t>(i)].has_changed = true;
  EXPECT_NEAR(likeliest_rate(checks), -std::log(0.6) / 2, 1e-9);
}

TEST(Rate, LikeliestFindsTheRateThatMadeUnevenChecks) {
  Random random(5);
  std::vector<RateCheck> checks;
  for (int i = 0; i < 20'000; ++i) {
    const double days = 0.5 + 20 * random.unit();
    checks.push_back({days, random.with_probability(1 - std::exp(-0.08 * days))});
  }
  EXPECT_NEAR(likeliest_rate(checks), 0.08, 0.003);
}

TEST(Rate, LikeliestHasEndsWhereChecksAllAgree) {
  EXPECT_EQ(likeliest_rate({}), 0);
  EXPECT_EQ(likeliest_rate(std::vector<RateCheck>{{3, false}}), 0);
  EXPECT_EQ(likeliest_rate(std::vector<RateCheck>{{3, true}}), kRateCeiling);
}

TEST(Rate, SpansThatAreNotPositiveTellNothing) {
  const std::vector<RateCheck> plain = {{3, true}, {4, false}, {5, false}};
  std::vector<RateCheck> odd = plain;
  for (const double days : {0.0, -7.0, std::nan("")}) odd.push_back({days, true});
  EXPECT_DOUBLE_EQ(likeliest_rate(odd), likeliest_rate(plain));
  RatePosterior posterior;
  posterior.observe({0, true});
  posterior.observe({-1, false});
  EXPECT_EQ(posterior.checks(), 0U);
  for (const float weight : posterior.weights(even_weights()))
    EXPECT_FLOAT_EQ(weight, 1.0F / kRateSteps);
}

TEST(Rate, GridGoesFromFloorToCeilingByOneFactor) {
  const RateGrid& grid = rate_grid();
  EXPECT_NEAR(grid.front(), kRateFloor, 1e-12);
  EXPECT_NEAR(grid.back(), kRateCeiling, 1e-9);
  EXPECT_NEAR(grid[1] / grid[0], grid[27] / grid[26], 1e-9);
  for (std::size_t i = 0; i < kRateSteps; ++i) EXPECT_EQ(rate_step(grid[i]), i);
  EXPECT_EQ(rate_step(0), 0U);
  EXPECT_EQ(rate_step(1e9), kRateSteps - 1);
}

TEST(Rate, PosteriorNarrowsAroundTheLikeliestRate) {
  Random random(3);
  RatePosterior posterior;
  std::vector<RateCheck> checks;
  double width = 1e9;
  for (const std::size_t count : {5U, 50U, 5000U}) {
    while (checks.size() < count) {
      checks.push_back({7, random.with_probability(1 - std::exp(-0.05 * 7))});
      posterior.observe(checks.back());
    }
    const RateWeights weights = posterior.weights(even_weights());
    const double now = rate_quantile(weights, 0.95) / rate_quantile(weights, 0.05);
    EXPECT_LE(now, width);
    width = now;
  }
  // The steps of the grid are a factor of 1.44 apart.
  const double ratio = typical_rate(posterior.weights(even_weights())) / likeliest_rate(checks);
  EXPECT_GT(ratio, 1 / 1.25);
  EXPECT_LT(ratio, 1.25);
  EXPECT_NEAR(likeliest_rate(checks), 0.05, 0.004);
}

TEST(Rate, PosteriorOutlivesThousandsOfContradictions) {
  RatePosterior posterior;
  for (int i = 0; i < 10'000; ++i) posterior.observe({1e-6, true});
  for (int i = 0; i < 10'000; ++i) posterior.observe({1e6, false});
  float sum = 0;
  for (const float weight : posterior.weights(even_weights())) sum += weight;
  EXPECT_NEAR(sum, 1, 1e-4);
}

TEST(Rate, PriorLeavesNothingImpossible) {
  const std::vector<double> rates(100, 0.01);
  const RateWeights prior = prior_of_rates(rates);
  float sum = 0;
  for (const float weight : prior) {
    EXPECT_GT(weight, 0);
    sum += weight;
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_GT(prior[rate_step(0.01)], 0.5F);
  EXPECT_EQ(prior_of_rates({}), even_weights());
}

TEST(Rate, OverATimeIsTheOneThatStaysUnchangedAsProbably) {
  EXPECT_NEAR(rate_over(sure_weights(kRateCeiling), 3), kRateCeiling, 1e-4);
  RateWeights half{};
  half.front() = 0.5F;
  half.back() = 0.5F;
  // The hot half is gone after a while; what is left stays.
  const double days = 10;
  EXPECT_NEAR(std::exp(-days * rate_over(half, days)), 0.5 * std::exp(-days * kRateFloor), 1e-6);
  EXPECT_NEAR(rate_over(half, 1e-6), (kRateFloor + kRateCeiling) / 2, 1e-2);
  EXPECT_NEAR(rate_over(half, 0), (kRateFloor + kRateCeiling) / 2, 1e-6);
  EXPECT_NEAR(rate_over(half, -1), (kRateFloor + kRateCeiling) / 2, 1e-6);
}

}  // namespace
}  // namespace freshet
