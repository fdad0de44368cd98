#include "refresh/recheck_queue.h"

#include <gtest/gtest.h>

#include "refresh/now_test.h"

namespace freshet {
namespace {

using std::chrono::days;

TEST(RecheckQueue, GivesDuePagesByTheirTime) {
  RecheckQueue queue{days(32)};
  queue.add(1, kNow + days(2));
  queue.add(2, kNow + days(1));
  EXPECT_FALSE(queue.take(kNow));
  EXPECT_EQ(queue.take(kNow + days(3)), 2U);
  EXPECT_EQ(queue.take(kNow + days(3)), 1U);
  EXPECT_FALSE(queue.take(kNow + days(3)));
}

TEST(RecheckQueue, WhatAClockAheadHasPlannedIsDue) {
  RecheckQueue queue{days(32)};
  queue.restore(1, kNow + days(400), kNow);
  queue.restore(2, kNow + days(3), kNow);
  EXPECT_EQ(queue.take(kNow), 1U);
  EXPECT_FALSE(queue.take(kNow + days(2)));
  EXPECT_EQ(queue.take(kNow + days(3)), 2U);
}

TEST(RecheckQueue, AClockThatIsSetBackDelaysNothing) {
  RecheckQueue queue{days(32)};
  queue.add(1, kNow + days(5));
  queue.set_back(kNow - days(400));
  EXPECT_EQ(queue.take(kNow - days(400)), 1U);
}

}  // namespace
}  // namespace freshet
