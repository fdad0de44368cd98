#include "coherence/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

using PlanPages = std::vector<std::uint32_t>;
using PlanRates = std::vector<double>;

constexpr Duration kPlanSlot = std::chrono::hours(1);

// The rate of a page that changes within one hour with this probability: lambda in the slides.
double rate_of(double lambda) { return -24 * std::log(1 - lambda); }

PlannedSite site_of(const PlanRates& rates) { return {.rates = rates, .slot = kPlanSlot}; }

TEST(Plan, RevisitsInReverseOrderButForTheLast) {
  EXPECT_EQ(nested_plan({2, 0, 1}), (CapturePlan{{2, 0, 1}, {0, 2}}));
  EXPECT_EQ(nested_plan({7}), (CapturePlan{{7}, {}}));
  EXPECT_EQ(nested_plan({}), (CapturePlan{}));
}

TEST(Plan, OrdersByRate) {
  const PlanRates rates = {1, 3, 2, 3};
  EXPECT_EQ(hottest_first(site_of(rates)), (PlanPages{1, 3, 2, 0}));
  EXPECT_EQ(coldest_first(site_of(rates)), (PlanPages{0, 2, 3, 1}));
  EXPECT_EQ(breadth_first(site_of(rates)), (PlanPages{0, 1, 2, 3}));
}

TEST(Plan, DepthFirstFollowsTheLinks) {
  //      0
  //   1     2
  //  3 4    5
  const PlanRates rates(6, 1);
  const PlanPages parents = {0, 0, 0, 1, 1, 2};
  PlannedSite site = site_of(rates);
  EXPECT_EQ(depth_first(site), (PlanPages{5, 4, 3, 2, 1, 0}));
  site.parents = parents;
  EXPECT_EQ(depth_first(site), (PlanPages{0, 1, 3, 4, 2, 5}));
  const PlanPages unlinked = {0, 5, 0, 9, 1, 4};
  site.parents = unlinked;
  EXPECT_EQ(depth_first(site), (PlanPages{0, 2, 1, 4, 5, 3}));
}

TEST(Plan, SharcHasTheHottestInTheMiddle) {
  const PlanRates rates = {1, 2, 3, 4, 5};
  EXPECT_EQ(sharc_order(site_of(rates)), (PlanPages{0, 2, 4, 3, 1}));
}

TEST(Plan, RandomOrderDependsOnTheSeedAlone) {
  const PlanRates rates(100, 1);
  EXPECT_EQ(random_order(site_of(rates), 1), random_order(site_of(rates), 1));
  EXPECT_NE(random_order(site_of(rates), 1), random_order(site_of(rates), 2));
}

// Written out by hand after "Improved Measurable Coherence Crawl Scheduling", eta = 0.3, one slot
// an hour. lambda = 0.5: slot 0, conflict 0 -> downloaded. 0.4: slot 1, 1 - 0.6 = 0.4 -> skipped.
// 0.3: slot 1, 0.3 is not below 0.3 -> skipped. 0.2: slot 1, 0.2 -> downloaded. 0.17: slot 2,
// 1 - 0.83^2 = 0.31 -> skipped. 0.1: slot 2, 1 - 0.9^2 = 0.19 -> downloaded. Then the skipped ones
// in reverse.
TEST(Plan, MeasurableScheduleOfTheSlides) {
  const PlanRates rates = {rate_of(0.5), rate_of(0.4),  rate_of(0.3000001),
                           rate_of(0.2), rate_of(0.17), rate_of(0.1)};
  EXPECT_EQ(measurable_order(site_of(rates), 0.3), (PlanPages{0, 3, 5, 4, 2, 1}));
}

// The worked slides "Inducible Coherence Scheduling", with numbers that lead to their choices: at
// pos_n the hottest page is promising whatever it is (1 - (1 - lambda)^0 = 0). At pos_(n-1) two
// pages are hopeless at 2 slots and the third is promising; at pos_(n-2) one is hopeless at 4 slots
// (the slide's lambda_(n-4)), and so on. eta = 0.4:
//   page 0, 0.60: 0 slots, 0          promising
//   page 1, 0.50: 2 slots, 0.75       hopeless
//   page 2, 0.30: 2 slots, 0.51       hopeless
//   page 3, 0.20: 2 slots, 0.36       promising
//   page 4, 0.15: 4 slots, 0.48       hopeless
//   page 5, 0.10: 4 slots, 0.34       promising
//   page 6, 0.05: 6 slots, 0.26       promising
// Visits: hopeless, hottest first, then promising from the last found to the first.
TEST(Plan, InducibleScheduleOfTheSlides) {
  const PlanRates rates = {rate_of(0.60), rate_of(0.50), rate_of(0.30), rate_of(0.20),
                           rate_of(0.15), rate_of(0.10), rate_of(0.05)};
  const PlanPages visits = inducible_order(site_of(rates), 0.4);
  EXPECT_EQ(visits, (PlanPages{1, 2, 4, 6, 5, 3, 0}));
  EXPECT_EQ(nested_plan(visits).revisits, (PlanPages{3, 5, 6, 4, 2, 1}));
}

TEST(Plan, EtaOfOneTakesAllAsPromisingAndOfZeroNone) {
  const PlanRates rates = {1, 3, 2};
  EXPECT_EQ(inducible_order(site_of(rates), 1), (PlanPages{0, 2, 1}));
  EXPECT_EQ(inducible_order(site_of(rates), 0), (PlanPages{1, 2, 0}));
}

TEST(Plan, ExpectsWhatTheSlidesCount) {
  // Visits 0 1 2, revisits 1 0: intervals of 4, 2 and 0 hours.
  const PlanRates rates = {rate_of(0.1), rate_of(0.2), rate_of(0.9)};
  const CapturePlan plan = nested_plan({0, 1, 2});
  EXPECT_NEAR(expected_coherence(plan, rates, kPlanSlot), (std::pow(0.9, 4) + 0.64 + 1) / 3, 1e-12);
  // At their visits 0, 1 and 2 hours have passed.
  EXPECT_NEAR(expected_measurable(plan, rates, kPlanSlot), (1 + 0.8 + 0.01) / 3, 1e-12);
}

TEST(Plan, PagesThatAreNotRevisitedAreErrors) {
  const PlanRates rates = {0, 0, 0};
  EXPECT_NEAR(expected_coherence({{0, 1, 2}, {1}}, rates, kPlanSlot), 2.0 / 3, 1e-12);
  EXPECT_NEAR(expected_coherence({{0, 1, 2}, {}}, rates, kPlanSlot), 1.0 / 3, 1e-12);
  EXPECT_EQ(expected_coherence({}, rates, kPlanSlot), 0);
}

TEST(Plan, NothingIsPromisedOfUnknownRates) {
  const PlanRates rates = {std::nan(""), -1, std::numeric_limits<double>::infinity(), 0};
  EXPECT_NEAR(expected_coherence(nested_plan({0, 1, 2, 3}), rates, kPlanSlot), 0.25, 1e-12);
}

TEST(Plan, EveryPolicyVisitsAndRevisitsEveryPageOnce) {
  Random random(1);
  for (const std::size_t n : {0UL, 1UL, 2UL, 3UL, 50UL, 500UL}) {
    PlanRates rates(n);
    for (double& rate : rates) rate = std::exp(12 * random.unit() - 8);
    if (n > 3) rates[1] = std::nan("");
    if (n > 3) rates[2] = std::numeric_limits<double>::infinity();
    if (n > 3) rates[3] = -4;
    for (const PlanPolicy& policy : plan_policies()) {
      for (const double eta : {0.0, 0.5, 1.0, std::nan("")}) {
        const CapturePlan plan = policy.plan(site_of(rates), {.eta = eta, .seed = 3});
        PlanPages all(n);
        std::iota(all.begin(), all.end(), 0U);
        PlanPages visits = plan.visits;
        std::ranges::sort(visits);
        EXPECT_EQ(visits, all) << policy.name;
        PlanPages revisits = plan.revisits;
        if (n > 0) revisits.push_back(plan.visits.back());
        std::ranges::sort(revisits);
        EXPECT_EQ(revisits, all) << policy.name;
        const double expected = expected_coherence(plan, rates, kPlanSlot);
        EXPECT_GE(expected, 0);
        EXPECT_LE(expected, 1);
        if (!policy.takes_eta) break;
      }
    }
  }
}

TEST(Plan, PoliciesAreFoundByName) {
  EXPECT_EQ(plan_policies().front().name, kDefaultPlanPolicy);
  for (const PlanPolicy& policy : plan_policies())
    EXPECT_EQ(find_plan_policy(policy.name).value()->name, policy.name);
  const auto none = find_plan_policy("hope");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("\"hope\"; there are freshet, online, breadth-first, "),
            std::string::npos)
      << none.error().message;
}

}  // namespace
}  // namespace freshet
