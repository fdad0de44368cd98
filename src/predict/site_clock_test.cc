#include "predict/site_clock.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(SiteClock, TicksOnceADayBeforeAnythingIsSeen) {
  SiteClock clock;
  EXPECT_EQ(clock.span(0, 30), 30);
  EXPECT_EQ(clock.span(30, 30), 0);
  EXPECT_EQ(clock.span(30, 7), 0);
  clock.settle(10);
  EXPECT_NEAR(clock.span(0, 30), 30, 1e-4);
}

TEST(SiteClock, StandsNearlyStillWhileNothingChanges) {
  SiteClock clock;
  for (int i = 0; i < 20; ++i) clock.observe({0, 10, 0.05F, false});
  clock.settle(10);
  EXPECT_LT(clock.span(0, 10), 2);
  EXPECT_NEAR(clock.span(10, 20), 10, 1e-4);
}

// Pages checked on day 10 were unchanged, those checked on day 12 had changed: it was day 11 or 12.
TEST(SiteClock, FindsTheDayOfARelease) {
  SiteClock clock;
  for (int i = 0; i < 20; ++i) clock.observe({0, 10, 0.02F, false});
  for (int i = 0; i < 20; ++i) clock.observe({3, 12, 0.02F, true});
  // Each time goes on where the one before ended.
  for (int i = 0; i < 10; ++i) clock.settle(12);
  EXPECT_LT(clock.span(0, 10), 2);
  EXPECT_GT(clock.span(10, 12), 20);
  // A sibling that was checked on day 9 is most likely stale, one checked on day 12 is not.
  EXPECT_GT(clock.span(9, 12), 20);
}

TEST(SiteClock, PassesOverClocksThatJumpBack) {
  SiteClock clock;
  clock.observe({5, 5, 1, true});
  clock.observe({9, 3, 1, true});
  clock.observe({-4, 3, 1, true});
  clock.settle(10);
  EXPECT_NEAR(clock.span(0, 10), 10, 1e-3);
  clock.settle(3);  // days that were settled stay so
  EXPECT_NEAR(clock.span(0, 10), 10, 1e-3);
}

TEST(SiteClock, StaysFiniteUnderThousandsOfChanges) {
  SiteClock clock;
  for (int day = 1; day < 240; ++day) {
    for (int i = 0; i < 100; ++i) clock.observe({day - 1, day, 1e-6F, true});
    clock.settle(day);
  }
  const float span = clock.span(0, 239);
  EXPECT_TRUE(span > 0 && span < 1e12F) << span;
}

}  // namespace
}  // namespace freshet
