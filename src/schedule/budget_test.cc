#include "schedule/budget.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// Checks pages of one site and host until it may not.
int checks_until_refused(DayBudget& budget, std::uint32_t site, std::uint64_t bytes,
                         int most = 1000) {
  int checks = 0;
  while (checks < most && budget.allows(site, site, bytes)) {
    budget.spend(site, site, bytes);
    ++checks;
  }
  return checks;
}

TEST(DayBudget, OneSiteTakesAtMostItsShareOfTheChecks) {
  BudgetOptions options;
  options.checks = 100;
  DayBudget budget(options);
  EXPECT_EQ(checks_until_refused(budget, 0, 1), 50);
  EXPECT_EQ(checks_until_refused(budget, 1, 1), 50);
  EXPECT_TRUE(budget.is_spent());
  budget.next_day();
  EXPECT_EQ(checks_until_refused(budget, 0, 1), 50);
}

TEST(DayBudget, CountsBytes) {
  BudgetOptions options;
  options.bytes = 1000;
  options.site_share_max = 1;
  DayBudget budget(options);
  EXPECT_EQ(checks_until_refused(budget, 0, 300), 3);
  EXPECT_TRUE(budget.allows(1, 1, 100));
  EXPECT_FALSE(budget.allows(1, 1, kUnlimited));
}

TEST(DayBudget, CountsRequestsByHost) {
  BudgetOptions options;
  options.requests_per_host = 7;
  DayBudget budget(options);
  EXPECT_EQ(checks_until_refused(budget, 3, 10), 7);
  EXPECT_TRUE(budget.allows(3, 4, 10));
}

TEST(DayBudget, WithoutLimitsAllowsEverything) {
  DayBudget budget({});
  EXPECT_EQ(checks_until_refused(budget, 0, kUnlimited - 1, 5), 5);
  BudgetOptions none;
  none.requests_per_host = 0;
  EXPECT_FALSE(DayBudget(none).allows(0, 0, 0));
}

}  // namespace
}  // namespace freshet
