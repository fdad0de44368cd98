#include "coherence/revisits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "base/random.h"
#include "testkit/assignment.h"

namespace freshet {
namespace {

using RevisitOrder = std::vector<std::uint32_t>;
using SeenPages = std::vector<SeenPage>;

constexpr Duration kRevisitSlot = std::chrono::minutes(60);

SeenPages seen_pages(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  SeenPages pages(n);
  for (SeenPage& page : pages)
    page = {.changes_per_day = std::pow(10, 4 * random.unit() - 2.5),
            .since = static_cast<Duration::rep>(random.below(n)) * kRevisitSlot};
  return pages;
}

double exact_unchanged(const SeenPages& pages, std::size_t budget) {
  const auto gain = [&](std::size_t slot, std::size_t page) {
    const double days = std::chrono::duration<double>(pages[page].since).count() / 86'400 +
                        static_cast<double>(slot + 1) / 24;
    return std::exp(-pages[page].changes_per_day * days);
  };
  const auto chosen = best_assignment(budget, pages.size(), gain);
  double sum = 0;
  for (std::size_t slot = 0; slot < budget; ++slot) sum += gain(slot, chosen[slot]);
  return sum;
}

TEST(Revisits, AreWithinAHundredthOrTwoOfTheExactOptimum) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const SeenPages pages = seen_pages(60, seed);
    for (const std::size_t budget : {0UL, 1UL, 6UL, 20UL, 40UL, 60UL}) {
      const RevisitOrder order = plan_revisits(pages, kRevisitSlot, budget);
      ASSERT_EQ(order.size(), budget);
      EXPECT_EQ(std::set<std::uint32_t>(order.begin(), order.end()).size(), budget);
      const double ours = expected_unchanged(pages, order, kRevisitSlot);
      const double best = exact_unchanged(pages, budget);
      EXPECT_LE(ours, best + 1e-9);
      EXPECT_GE(ours, 0.98 * best) << "budget " << budget << ", seed " << seed;
    }
  }
}

// The plan's own visits, the coldest first: a page that was seen long ago and changes rarely can
// wait.
TEST(Revisits, OfNestedVisitsAreTheReverse) {
  SeenPages pages;
  for (int i = 0; i < 6; ++i)
    pages.push_back({.changes_per_day = 0.01 * (i + 1), .since = (5 - i) * kRevisitSlot});
  EXPECT_EQ(plan_revisits(pages, kRevisitSlot, 6), (RevisitOrder{5, 4, 3, 2, 1, 0}));
}

TEST(Revisits, HopelessPagesComeLastOrNotAtAll) {
  const SeenPages pages = {{.changes_per_day = 500, .since = std::chrono::days(9)},
                           {.changes_per_day = 1, .since = std::chrono::hours(1)},
                           {.changes_per_day = 0.1, .since = std::chrono::hours(1)}};
  EXPECT_EQ(plan_revisits(pages, kRevisitSlot, 3), (RevisitOrder{1, 2, 0}));
  EXPECT_EQ(plan_revisits(pages, kRevisitSlot, 1), (RevisitOrder{2}));
}

TEST(Revisits, AnyNumbersHaveAnOrder) {
  const SeenPages pages = {{.changes_per_day = std::nan(""), .since = Duration::max()},
                           {.changes_per_day = -1, .since = Duration::min()},
                           {.changes_per_day = std::numeric_limits<double>::infinity()},
                           {.changes_per_day = 0},
                           {.changes_per_day = 1e-320, .since = std::chrono::hours(1)}};
  for (const Duration slot : {Duration{0}, Duration::max(), Duration{-1}, Duration{1}})
    EXPECT_EQ(plan_revisits(pages, slot, 9).size(), 5U);
  EXPECT_TRUE(plan_revisits({}, kRevisitSlot, 9).empty());
}

// A further round: pages that were all seen in the last hours need one request each, not two, for a
// later instant.
TEST(Revisits, AFurtherRoundTakesOneRequestAPage) {
  SeenPages pages;
  for (int i = 0; i < 50; ++i)
    pages.push_back({.changes_per_day = 0.02 * i, .since = (i + 1) * kRevisitSlot});
  const RevisitOrder order = plan_revisits(pages, kRevisitSlot, pages.size());
  EXPECT_EQ(order.size(), pages.size());
  EXPECT_GT(expected_unchanged(pages, order, kRevisitSlot), 20);
}

TEST(Revisits, ABudgetGoesToTheColdestPages) {
  const std::vector<double> rates = {5, 0.1, 0.2, 3, 0.3};
  const PlannedSite site{.rates = rates, .slot = kRevisitSlot};
  const CapturePlan plan = plan_within_budget(site, 2);
  EXPECT_EQ(plan.visits, (RevisitOrder{0, 3, 1, 2, 4}));
  EXPECT_EQ(plan.revisits, (RevisitOrder{2, 1}));
  EXPECT_EQ(plan_within_budget(site, 0).revisits, RevisitOrder{});
  EXPECT_EQ(plan_within_budget({}, 3), CapturePlan{});
  const CapturePlan whole = plan_within_budget(site, 100);
  EXPECT_EQ(whole, plan_policies().front().plan(site, {}));
}

TEST(Revisits, EveryRequestOfTheBudgetBuysCoherence) {
  std::vector<double> rates;
  Random random(1);
  for (int i = 0; i < 200; ++i) rates.push_back(std::pow(10, 3 * random.unit() - 2));
  const PlannedSite site{.rates = rates, .slot = kRevisitSlot};
  double before = 0;
  for (const std::size_t budget : {0UL, 10UL, 50UL, 100UL, 150UL, 199UL}) {
    const double expected = expected_coherence(plan_within_budget(site, budget), rates, site.slot);
    EXPECT_GT(expected, before);
    before = expected;
  }
}

}  // namespace
}  // namespace freshet
