#include "schedule/rolling_budget.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr double kHour = 1.0 / 24;

int checks_made(RollingBudget& budget, double now) {
  int made = 0;
  while (made < 1000 && budget.allows(now)) {
    budget.spend_check(0, 0, now);
    ++made;
  }
  return made;
}

TEST(RollingBudget, ChecksAccrueOverTheDay) {
  RollingBudget budget({.checks_per_day = 240});
  EXPECT_EQ(checks_made(budget, 5), 10);  // at most the budget of an hour is saved
  EXPECT_EQ(checks_made(budget, 5), 0);
  EXPECT_EQ(checks_made(budget, 5 + kHour / 2), 5);
  EXPECT_EQ(checks_made(budget, 9), 10);
  EXPECT_NEAR(*budget.next_moment(9), 9 + 1.0 / 240, 1e-9);
}

TEST(RollingBudget, AWholeDayCanBeSpentAtOnce) {
  RollingBudget budget({.checks_per_day = 240, .saved_days = 1});
  for (int day = 0; day < 5; ++day) EXPECT_EQ(checks_made(budget, day), 240);
}

TEST(RollingBudget, TimeThatGoesBackAccruesNothing) {
  RollingBudget budget({.checks_per_day = 24, .saved_days = 1});
  EXPECT_EQ(checks_made(budget, 100), 24);
  EXPECT_EQ(checks_made(budget, 90), 0);
  EXPECT_EQ(checks_made(budget, 90 + kHour), 1);
}

TEST(RollingBudget, AnotherRequestForACheckCountsForItsHostAlone) {
  RollingBudget budget({.checks_per_day = 24, .requests_per_host = 3, .saved_days = 1});
  budget.spend_check(0, 0, 5);
  budget.spend_request(0, 5);
  EXPECT_EQ(budget.host_moment(0, 5), 5);
  budget.spend_request(0, 5);
  EXPECT_GT(budget.host_moment(0, 5), 5.9);
  EXPECT_EQ(checks_made(budget, 5), 23);
}

TEST(RollingBudget, ACheckThatIsNotMadeIsThereForAnother) {
  RollingBudget budget(
      {.checks_per_day = 4, .requests_per_host = 4, .saved_days = 1, .site_share_max = 0.9});
  EXPECT_EQ(checks_made(budget, 5), 4);
  EXPECT_GT(*budget.site_moment(0, 0, 5), 5);
  EXPECT_GT(*budget.host_moment(0, 5), 5);
  budget.refund_check(0, 0, 1);
  EXPECT_EQ(budget.site_moment(0, 0, 5), 5);
  EXPECT_GT(*budget.host_moment(0, 5), 5) << "it got a request all the same";
  budget.refund_check(0, 0, 0);
  EXPECT_EQ(budget.host_moment(0, 5), 5);
  EXPECT_EQ(checks_made(budget, 5), 2);
  for (int i = 0; i < 9; ++i) budget.refund_check(0, 0, 0);
  EXPECT_EQ(checks_made(budget, 5), 4) << "no more than could be saved up";
}

TEST(RollingBudget, BytesFallIntoDebtAndAreWaitedOff) {
  RollingBudget budget({.bytes_per_day = 1000, .saved_days = 1});
  EXPECT_TRUE(budget.allows(0));
  budget.spend_bytes(3000, 0);
  EXPECT_FALSE(budget.allows(1.9));
  EXPECT_TRUE(budget.allows(2.1));
}

TEST(RollingBudget, AHostGetsItsRequestsOfADay) {
  RollingBudget budget({.requests_per_host = 2});
  budget.spend_check(0, 7, 10);
  EXPECT_EQ(budget.host_moment(7, 10), 10);
  budget.spend_check(0, 7, 10 + 3 * kHour);
  EXPECT_EQ(budget.host_moment(8, 10 + 3 * kHour), 10 + 3 * kHour);
  const auto free_at = budget.host_moment(7, 10 + 3 * kHour);
  ASSERT_TRUE(free_at);
  EXPECT_NEAR(*free_at, 11, 1e-9);
  EXPECT_EQ(budget.host_moment(7, 11.5), 11.5);
}

TEST(RollingBudget, ASiteGetsItsShareOrTwiceThatOfItsPages) {
  RollingBudget budget({.checks_per_day = 10, .saved_days = 1, .site_share_max = 0.3});
  for (int i = 0; i < 3; ++i) budget.spend_check(4, 0, 2);
  EXPECT_GT(*budget.site_moment(4, 0.01, 2), 2);
  EXPECT_EQ(budget.site_moment(4, 0.2, 2), 2);
  EXPECT_EQ(budget.site_moment(4, 0.9, 2), 2);
  EXPECT_EQ(budget.site_moment(4, 0.01, 3.1), 3.1);
}

TEST(RollingBudget, WhatWasCountedFarAheadIsForgottenWhenTimeGoesBack) {
  RollingBudget budget({.requests_per_host = 1});
  budget.spend_check(0, 0, 40'000);
  EXPECT_EQ(budget.host_moment(0, 20'000), 20'000);
  budget.spend_check(0, 0, 20'000);
  EXPECT_NEAR(*budget.host_moment(0, 20'000), 20'001, 1e-9);
}

TEST(RollingBudget, NothingIsNever) {
  RollingBudget none({.checks_per_day = 0});
  EXPECT_FALSE(none.allows(1));
  EXPECT_FALSE(none.next_moment(1));
  const RollingBudget no_host({.requests_per_host = 0});
  EXPECT_FALSE(no_host.host_moment(0, 1));
}

}  // namespace
}  // namespace freshet
