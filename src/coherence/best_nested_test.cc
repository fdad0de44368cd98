#include "coherence/best_nested.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "coherence/plan.h"
#include "testkit/assignment.h"

namespace freshet {
namespace {

using NestedRates = std::vector<double>;

enum class RateKind { log_uniform, wide, grouped };

// NestedRates of a site; `grouped` has few that many pages share, as sites with templates do.
NestedRates rates_of(RateKind kind, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  constexpr double kGroups[] = {1.0 / 3000, 0.01, 0.02, 0.1, 0.5, 1, 2, 5};
  NestedRates rates(n);
  for (double& rate : rates) {
    if (kind == RateKind::grouped)
      rate = kGroups[random.below(8)] * (0.9 + 0.2 * random.unit());
    else
      rate = std::pow(10, kind == RateKind::wide ? 5 * random.unit() - 3 : 3 * random.unit() - 2);
  }
  return rates;
}

Duration slot_of_capture(double days, std::size_t n) {
  return Duration{static_cast<Duration::rep>(days * 86'400e6 / static_cast<double>(2 * n - 1))};
}

double expected_of_ours(const NestedRates& rates, Duration slot) {
  return expected_coherence(nested_plan(best_nested_order(rates, slot).visits), rates, slot);
}

double exact_optimum(const NestedRates& rates, Duration slot) {
  const double slot_days = std::chrono::duration<double>(slot).count() / 86'400;
  const auto gain = [&](std::size_t page, std::size_t k) {
    return std::exp(-rates[page] * 2 * static_cast<double>(k) * slot_days);
  };
  const auto places = best_assignment(rates.size(), rates.size(), gain);
  double sum = 0;
  for (std::size_t page = 0; page < rates.size(); ++page) sum += gain(page, places[page]);
  return sum / static_cast<double>(rates.size());
}

TEST(BestNested, IsWithinAThousandthOfTheExactOptimum) {
  for (const RateKind kind : {RateKind::log_uniform, RateKind::wide, RateKind::grouped}) {
    for (const double days : {4.5 / 24, 5.0, 30.0}) {
      for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const NestedRates rates = rates_of(kind, 90, seed);
        const Duration slot = slot_of_capture(days, rates.size());
        const double best = exact_optimum(rates, slot);
        const double ours = expected_of_ours(rates, slot);
        EXPECT_LE(ours, best + 1e-9);
        EXPECT_GE(ours, 0.999 * best) << days << " days, seed " << seed;
      }
    }
  }
}

TEST(BestNested, IsAtLeastAsGoodAsEveryOtherPolicy) {
  for (const RateKind kind : {RateKind::log_uniform, RateKind::wide, RateKind::grouped}) {
    for (const double days : {0.01, 4.5 / 24, 5.0, 60.0}) {
      const NestedRates rates = rates_of(kind, 1200, 7);
      const Duration slot = slot_of_capture(days, rates.size());
      const double ours = expected_coherence(
          plan_policies().front().plan({.rates = rates, .slot = slot}, {}), rates, slot);
      for (const PlanPolicy& policy : plan_policies()) {
        for (const double eta : {0.5, 0.1, 0.3, 0.6, 0.7, 0.9}) {
          const CapturePlan plan =
              policy.plan({.rates = rates, .slot = slot}, {.eta = eta, .seed = 1});
          EXPECT_LE(expected_coherence(plan, rates, slot), ours + 1e-12)
              << policy.name << ", eta " << eta << ", " << days << " days";
          if (!policy.takes_eta) break;
        }
      }
    }
  }
}

TEST(BestNested, CoarseGroupsCostLittle) {
  // More pages than kFineGroups; each rate 100 times, so that the plan of a hundredth is a measure.
  const NestedRates few = rates_of(RateKind::log_uniform, 800, 5);
  NestedRates many;
  for (int i = 0; i < 100; ++i) many.insert(many.end(), few.begin(), few.end());
  ASSERT_GT(many.size(), kFineGroups);
  EXPECT_NEAR(expected_of_ours(many, slot_of_capture(5, many.size())),
              expected_of_ours(few, slot_of_capture(5, few.size())), 1e-3);
}

TEST(BestNested, HopelessPagesTakeTheLongestIntervals) {
  // Page 1 changes with every request, page 0 nearly never; page 2 could be caught.
  const NestedRates rates = {0.001, 1e6, 2};
  EXPECT_EQ(best_nested_order(rates, std::chrono::hours(1)).visits,
            (std::vector<std::uint32_t>{0, 2, 1}));  // the last needs no revisit
  EXPECT_EQ(best_nested_order(rates, std::chrono::hours(1), 5).visits,
            (std::vector<std::uint32_t>{1, 0, 2}));  // five other pages come after it
}

TEST(BestNested, AnySlotHasAPlan) {
  const NestedRates rates = rates_of(RateKind::wide, 20, 1);
  for (const Duration slot : {Duration{0}, Duration{-5}, Duration::max(), Duration{1}})
    EXPECT_EQ(best_nested_order(rates, slot).visits.size(), 20U);
}

}  // namespace
}  // namespace freshet
