#include "schedule/daily_policy.h"

#include <gtest/gtest.h>

#include "schedule/plain_policies.h"

namespace freshet {
namespace {

const Time kDawn = *parse_time("2026-11-01");

class DailyPolicyTest : public testing::Test {
 protected:
  void make(const RollingBudgetOptions& budget) {
    policy_ = run_daily(uniform_policy({}), even_weights(), {}, budget);
  }

  PageNumber add(std::uint32_t host = 0) {
    return policy_->add({.site = host, .host = host, .first_seen = kDawn});
  }

  // Makes all due checks and returns their number.
  int check(Time now) {
    int checks = 0;
    while (const auto due = policy_->next(now)) {
      policy_->observe({.page = due->page, .at = now}, 0);
      ++checks;
    }
    return checks;
  }

  std::unique_ptr<RefreshPolicy> policy_;
};

TEST_F(DailyPolicyTest, APageIsCheckedOnceADayAndNotOnItsFirst) {
  make({});
  add();
  add();
  EXPECT_EQ(check(kDawn + std::chrono::hours(12)), 0);
  EXPECT_EQ(policy_->next_moment(kDawn + std::chrono::hours(12)), kDawn + std::chrono::days(1));
  EXPECT_EQ(check(kDawn + std::chrono::days(1)), 2);
  EXPECT_EQ(check(kDawn + std::chrono::days(1) + std::chrono::hours(23)), 0);
  EXPECT_EQ(check(kDawn + std::chrono::days(2)), 2);
}

TEST_F(DailyPolicyTest, PicksAreHandedOutAsTheBudgetAccrues) {
  make({.checks_per_day = 24, .saved_days = 1.0 / 24});
  for (int i = 0; i < 100; ++i) add();
  int checks = 0;
  for (int hour = 24; hour < 48; ++hour) {
    const int now = check(kDawn + std::chrono::hours(hour));
    EXPECT_LE(now, 2);
    checks += now;
  }
  EXPECT_NEAR(checks, 24, 1);
}

TEST_F(DailyPolicyTest, AHostAtItsLimitLetsOthersPass) {
  make({.requests_per_host = 1});
  add(0);
  add(0);
  add(1);
  EXPECT_EQ(check(kDawn + std::chrono::days(1)), 2);
}

TEST_F(DailyPolicyTest, APageThatIsGivenBackIsHandedOutAgain) {
  make({});
  const PageNumber page = add();
  ASSERT_TRUE(policy_->next(kDawn + std::chrono::days(1)));
  EXPECT_FALSE(policy_->next(kDawn + std::chrono::days(1)));
  policy_->give_back(page);
  EXPECT_TRUE(policy_->next(kDawn + std::chrono::days(1)));
}

TEST_F(DailyPolicyTest, APageThatIsForgottenIsNotHandedOut) {
  make({.checks_per_day = 1, .saved_days = 1});
  const PageNumber first = add();
  const PageNumber second = add();
  const auto due = policy_->next(kDawn + std::chrono::days(1));
  ASSERT_TRUE(due);
  const PageNumber other = due->page == first ? second : first;
  policy_->observe({.page = due->page, .at = kDawn + std::chrono::days(1)}, 0);
  policy_->forget(other);
  EXPECT_FALSE(policy_->next(kDawn + std::chrono::days(1) + std::chrono::hours(23)));
  EXPECT_EQ(policy_->plan(kDawn + std::chrono::days(2)).size(), 1U);
}

}  // namespace
}  // namespace freshet
