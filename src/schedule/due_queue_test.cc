#include "schedule/due_queue.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/random.h"
#include "schedule/plain_policies.h"

namespace freshet {
namespace {

TEST(DueQueue, GivesPagesInTheOrderInWhichTheyAreDue) {
  DueQueue queue(3);
  queue.set(0, 5);
  queue.set(1, 2);
  queue.set(2, 9);
  EXPECT_EQ(queue.take(1), std::nullopt);
  EXPECT_EQ(queue.take(6), 1U);
  EXPECT_EQ(queue.take(6), 0U);
  EXPECT_EQ(queue.take(6), std::nullopt);
  queue.set(2, 3);
  EXPECT_EQ(queue.take(6), 2U);
  EXPECT_EQ(queue.size(), 0U);
}

TEST(DueQueue, AgreesWithASortedSet) {
  constexpr std::uint32_t kPages = 200;
  Random random(7);
  DueQueue queue(kPages);
  std::set<std::pair<double, std::uint32_t>> sorted;
  std::map<std::uint32_t, double> due;
  for (int i = 0; i < 20'000; ++i) {
    const auto page = static_cast<std::uint32_t>(random.below(kPages));
    if (due.contains(page)) sorted.erase({due[page], page});
    due.erase(page);
    switch (random.below(3)) {
      case 0:
        queue.remove(page);
        break;
      default: {
        const auto moment = static_cast<double>(random.below(50));
        queue.set(page, moment);
        due[page] = moment;
        sorted.insert({moment, page});
      }
    }
    if (random.below(4) != 0 || sorted.empty()) continue;
    const auto [moment, first] = *sorted.begin();
    ASSERT_EQ(queue.take(moment), first);
    sorted.erase(sorted.begin());
    due.erase(first);
  }
}

TEST(DueQueue, TheNextOfAMillionCostsAFewComparisons) {
  constexpr std::uint32_t kPages = 1'000'000;
  Random random(1);
  DueQueue queue(kPages);
  for (std::uint32_t page = 0; page < kPages; ++page) queue.set(page, random.unit());
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t before = queue.comparisons();
    const auto page = queue.take(2);
    ASSERT_TRUE(page);
    queue.set(*page, 1 + random.unit());
    // Down the heap two per level, up again one per level.
    ASSERT_LE(queue.comparisons() - before, 3 * 20U + 3);
  }
}

TEST(DueQueue, ADueMomentIsWhereTheWorthPassesThePrice) {
  RateWeights belief{};
  belief[12] = 1;
  const double rate = rate_grid()[12];
  const double price = check_worth(rate, 9);
  ASSERT_TRUE(days_until_worth(belief, price, 1000));
  EXPECT_NEAR(*days_until_worth(belief, price, 1000), 9, 1e-3);
  EXPECT_EQ(days_until_worth(belief, 2 / rate, 1000), std::nullopt);
}

TEST(DueQueue, ThePriceOfABudgetSpendsIt) {
  std::vector<RateWeights> beliefs;
  for (std::size_t i = 0; i < 100; ++i) {
    RateWeights belief{};
    belief[i % 20] = 1;
    beliefs.push_back(belief);
  }
  const double price = price_of_budget(beliefs, 3, 1000);
  double sum = 0;
  for (const RateWeights& belief : beliefs)
    if (const auto days = days_until_worth(belief, price, 1000)) sum += 1 / *days;
  EXPECT_NEAR(sum, 3, 0.05);
}

}  // namespace
}  // namespace freshet
