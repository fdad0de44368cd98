#include "coherence/online_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

constexpr Duration kOnlineSlot = std::chrono::minutes(1);

TEST(OnlinePlan, HandsOutWhatIsKnownColdestFirst) {
  OnlinePlan plan(kOnlineSlot);
  EXPECT_EQ(plan.next(), std::nullopt);
  plan.add(0, 0.1);
  plan.add(1, 0.3);
  plan.add(2, 0.2);
  EXPECT_EQ(plan.waiting(), 3U);
  EXPECT_EQ(plan.next(), 0U);
  EXPECT_EQ(plan.next(), 2U);
  plan.add(3, 0.05);
  EXPECT_EQ(plan.next(), 3U);
  EXPECT_EQ(plan.next(), 1U);
  EXPECT_EQ(plan.next(), std::nullopt);
  EXPECT_EQ(plan.waiting(), 0U);
}

TEST(OnlinePlan, HopelessPagesGoFirst) {
  OnlinePlan plan(kOnlineSlot, 1000);
  for (std::uint32_t page = 0; page < 20; ++page) plan.add(page, page == 7 ? 1e4 : 0.1);
  EXPECT_EQ(plan.next(), 7U);
}

// A site of 2,000 pages, each found on an earlier one.
struct FoundSite {
  std::vector<double> rates;
  std::vector<std::uint32_t> parents;
};

FoundSite found_site(std::size_t n) {
  Random random(1);
  FoundSite site;
  for (std::uint32_t page = 0; page < n; ++page) {
    site.rates.push_back(std::pow(10, 3 * random.unit() - 2));
    site.parents.push_back(page == 0 ? 0 : static_cast<std::uint32_t>(random.below(page)) / 4);
  }
  return site;
}

TEST(OnlinePlan, IsFarBetterThanBreadthFirstAndNotMuchWorseThanKnowingAll) {
  const FoundSite found = found_site(2000);
  const PlannedSite site{
      .rates = found.rates, .slot = std::chrono::seconds(100), .parents = found.parents};
  const CapturePlan online = plan_while_discovering(site);
  const auto expected = [&](const CapturePlan& plan) {
    return expected_coherence(plan, found.rates, site.slot);
  };
  const double known = expected(plan_policies().front().plan(site, {}));
  const double breadth = expected(nested_plan(breadth_first(site)));
  EXPECT_GT(expected(online), breadth + 0.5 * (known - breadth));
  EXPECT_LE(expected(online), known + 1e-3);
}

TEST(OnlinePlan, NoPageIsVisitedBeforeTheOneItIsFoundOn) {
  const FoundSite found = found_site(500);
  const CapturePlan plan =
      plan_while_discovering({.rates = found.rates, .slot = kOnlineSlot, .parents = found.parents});
  std::vector<std::size_t> place(500, 0);
  ASSERT_EQ(plan.visits.size(), 500U);
  for (std::size_t i = 0; i < 500; ++i) place[plan.visits[i]] = i;
  for (std::uint32_t page = 1; page < 500; ++page) {
    if (found.parents[page] < page) {
      EXPECT_LT(place[found.parents[page]], place[page]);
    }
  }
}

}  // namespace
}  // namespace freshet
