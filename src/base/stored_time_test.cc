#include "base/stored_time.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr Time kNow = std::chrono::sys_days{std::chrono::year{2026} / 11 / 17};
constexpr Duration kDay = std::chrono::days(1);

TEST(StoredTimeTest, ATimeOfTheFutureIsNotBelieved) {
  EXPECT_TRUE(is_past(kNow, kNow));
  EXPECT_TRUE(is_past(kNow + kClockSkewMax, kNow)) << "clocks differ a little";
  EXPECT_FALSE(is_past(kNow + kClockSkewMax + Duration{1}, kNow));
  EXPECT_FALSE(is_past(kNow + 3650 * kDay, kNow));
}

TEST(StoredTimeTest, WhatIsOfTheFutureIsNotRecent) {
  EXPECT_TRUE(is_recent(kNow - kDay + Duration{1}, kNow, kDay));
  EXPECT_FALSE(is_recent(kNow - kDay, kNow, kDay));
  EXPECT_FALSE(is_recent(kNow + kDay, kNow, kDay));
}

TEST(StoredTimeTest, NothingIsWaitedForThatNobodyPlans) {
  EXPECT_TRUE(is_due(kNow, kNow, kDay));
  EXPECT_FALSE(is_due(kNow + kDay, kNow, kDay));
  EXPECT_TRUE(is_due(kNow + kDay + Duration{1}, kNow, kDay));
}

}  // namespace
}  // namespace freshet
