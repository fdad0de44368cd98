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
}

TEST(SiteClock, GoesOnAtThePaceThatItHad) {
  SiteClock clock({.pace_days = 10});
  for (int i = 0; i < 20; ++i) clock.observe({0, 10, 0.05F, false});
  clock.settle(10);
  const double moved = clock.span(0, 10);
  EXPECT_NEAR(clock.pace(), (10 + moved) / 20, 1e-4);
  EXPECT_NEAR(clock.span(10, 30), 20 * clock.pace(), 1e-3);
}

// Without the start or end of a check between them, two stretches cannot be told apart.
TEST(SiteClock, IsTheSameHoweverOftenItIsSettled) {
  SiteClock seldom({.rounds = 100});
  SiteClock often({.rounds = 100});
  double begin = 0;
  for (const double end : {4.0, 9.0, 12.5}) {
    for (double at = end - 2; at < end; at += 0.25) often.settle(at);
    for (int i = 0; i < 5; ++i) {
      const SiteCheck check{begin, end, 0.1F, end == 9.0 && i < 2};
      seldom.observe(check);
      often.observe(check);
    }
    seldom.settle(end);
    often.settle(end);
    begin = end;
  }
  for (const double day : {3.0, 6.5, 9.0, 12.0})
    EXPECT_NEAR(often.span(0, day), seldom.span(0, day), 0.1 * seldom.span(0, day) + 0.05) << day;
}

// Pages checked just after a release are not stale again an hour later.
TEST(SiteClock, ParesAReleaseDownToTheHour) {
  SiteClock clock;
  for (int i = 0; i < 20; ++i) clock.observe({0, 10, 0.02F, false});
  clock.settle(10);
  for (int i = 0; i < 20; ++i) clock.observe({5, 10.1, 0.02F, true});
  clock.settle(10.1);
  for (int i = 0; i < 20; ++i) clock.observe({10, 10.5, 0.02F, i < 10});
  for (int i = 0; i < 10; ++i) clock.observe({10.1, 10.6, 0.02F, false});
  for (int i = 0; i < 10; ++i) clock.settle(10.6);
  EXPECT_GT(clock.span(10, 10.6), 10);
  EXPECT_LT(clock.span(10.1, 10.6), clock.span(10, 10.1));
}

TEST(SiteClock, KeepsABoundedNumberOfStretches) {
  SiteClock clock;
  for (int i = 1; i <= 6'000; ++i) clock.settle(0.5 * i);
  EXPECT_LT(clock.bytes_of_memory(), 400'000U);
  EXPECT_NEAR(clock.span(0, 3'000), 3'000, 20);
  EXPECT_NEAR(clock.span(500, 900), 400, 20);
}

// Pages checked on day 10 were unchanged, those checked on day 12 had changed: it was day 11 or 12.
TEST(SiteClock, FindsTheDayOfARelease) {
  SiteClock clock;
  for (int i = 0; i < 20; ++i) clock.observe({0, 10, 0.02F, false});
  for (int i = 0; i < 20; ++i) clock.observe({3, 12, 0.02F, true});
  // Each call continues from the result of the previous one.
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
  clock.settle(3);  // days that were settled do not change
  EXPECT_NEAR(clock.span(0, 10), 10, 1e-3);
}

TEST(SiteClock, StaysFiniteUnderThousandsOfChanges) {
  SiteClock clock;
  for (double day = 1; day < 240; ++day) {
    for (int i = 0; i < 100; ++i) clock.observe({day - 1, day, 1e-6F, true});
    clock.settle(day);
  }
  const float span = clock.span(0, 239);
  EXPECT_TRUE(span > 0 && span < 1e12F) << span;
}

// A burst of checks a day, `step` days apart: the first half sees no change, some of the second
// half do.
SiteClock clock_of_bursts(double step, std::size_t changed) {
  constexpr std::size_t kPages = 80;
  SiteClock clock;
  for (int day = 1; day <= 7; ++day) {
    for (std::size_t page = 0; page < kPages; ++page) {
      const double late = step * static_cast<double>(page);
      const bool has_changed = day == 7 && page >= kPages / 2 && page < kPages / 2 + changed;
      clock.observe({day - 1 + late, day + late, 0.03F, has_changed});
      clock.settle(day + late);
    }
  }
  return clock;
}

// Otherwise changes seen in the second half of a burst would look like a release within it.
TEST(SiteClock, SecondsBetweenChecksTellNothing) {
  const double together = clock_of_bursts(0, 4).span(0, 7.1);
  for (const double seconds : {0.001, 0.1, 1.0, 3.0, 15.0, 40.0})
    EXPECT_NEAR(clock_of_bursts(seconds / 86400, 4).span(0, 7.1), together, 0.05 * together)
        << seconds;
}

TEST(SiteClock, MoreChangesMoveItMore) {
  for (const double step : {0.0, 1e-5, 1e-3}) {
    double before = 0;
    for (const std::size_t changed : {0U, 1U, 2U, 4U, 8U, 16U, 32U}) {
      const double moved = clock_of_bursts(step, changed).span(0, 7.5);
      EXPECT_GE(moved, before) << changed << " changes, step " << step;
      before = moved;
    }
  }
}

// A page that changed within an hour may do so alone; several pages make a release.
TEST(SiteClock, HoursBecomeAReleaseOnlyIfSeveralPagesSaySo) {
  const auto moved_in_an_hour = [](int changed) {
    SiteClock clock;
    for (int i = 0; i < 40; ++i) clock.observe({0, 5, 0.03F, false});
    clock.settle(5);
    for (int i = 0; i < 8; ++i) clock.observe({0, 5 + 1.5 / 24, 0.03F, i < changed});
    clock.settle(5 + 1.5 / 24);
    return clock.span(5, 5 + 1.5 / 24);
  };
  EXPECT_LT(moved_in_an_hour(1), 1);
  EXPECT_GT(moved_in_an_hour(6), 10);
}

}  // namespace
}  // namespace freshet
