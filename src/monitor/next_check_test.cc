#include "monitor/next_check.h"

#include <gtest/gtest.h>

#include <string>

#include "base/disk.h"
#include "watch/time_zone_file.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class NextCheckTest : public testing::Test {
 protected:
  // Returns the next time as "11-16 04:00", or "never".
  std::string next() {
    const auto zone = load_time_zone(system_disk(), spec.times.zone);
    EXPECT_TRUE(zone) << zone.error().message;
    const auto calendar = CheckCalendar::make(spec.times, *zone);
    EXPECT_TRUE(calendar) << calendar.error().message;
    const auto time = next_check(spec, *calendar, memory, now);
    return time ? iso_time(*time).substr(5, 14) : "never";
  }
  // The page was checked now.
  void check() { memory.checked = now; }
  void wait(Duration by) { now += by; }

  Time now = *parse_time("2026-11-16T00:00:00Z");  // a Monday
  WatchSpec spec{.url = "https://a.example/"};
  CheckMemory memory{.added = now};
};

TEST_F(NextCheckTest, LooksAtANewPageAtOnceAndThenDetectsItsFrequency) {
  EXPECT_EQ(next(), "11-16T00:00:00");
  check();
  EXPECT_EQ(next(), "11-16T04:00:00");
  std::string polls;
  for (int i = 0; i < 5; ++i) {
    now = *parse_time("2026-" + next() + "Z");
    check();
    polls += iso_time(now).substr(11, 2) + " ";
  }
  EXPECT_EQ(polls, "04 06 09 14 21 ");
  EXPECT_EQ(next(), "11-23T21:00:00") << "no rate was learned: the longest wait";
}

TEST_F(NextCheckTest, TakesTheLearnedRateOfThePage) {
  memory.added = now - hours(48);
  check();
  memory.changes_per_day = 2;
  EXPECT_EQ(next(), "11-16T12:00:00");
  spec.importance = Importance::high;
  EXPECT_EQ(next(), "11-16T06:00:00");
  memory.changes_per_day = 1000;
  EXPECT_EQ(next(), "11-16T01:00:00");
  memory.added = now;
  memory.changes_per_day = 6;
  EXPECT_EQ(next(), "11-16T02:00:00") << "a fast page does not wait for the detection";
}

TEST_F(NextCheckTest, KeepsAFixedInterval) {
  spec.times.every = minutes(5);
  check();
  EXPECT_EQ(next(), "11-16T00:05:00");
  wait(minutes(20));
  EXPECT_EQ(next(), "11-16T00:05:00") << "it is late";
}

TEST_F(NextCheckTest, FollowsACronExpressionOnceTheFirstTextIsKnown) {
  spec.times.cron = "30 6 * * *";
  spec.times.zone = "Europe/Berlin";
  EXPECT_EQ(next(), "11-16T00:00:00");
  check();
  EXPECT_EQ(next(), "11-16T05:30:00");
  now = *parse_time("2026-11-16T05:30:04Z");
  check();
  EXPECT_EQ(next(), "11-17T05:30:00");
}

TEST_F(NextCheckTest, ChecksInActiveHoursOnly) {
  spec.times.every = minutes(10);
  spec.times.active = {{.day = Weekday::monday, .from_minute = 8 * 60, .minutes = 60}};
  EXPECT_EQ(next(), "11-16T08:00:00");
  now = *parse_time("2026-11-16T08:55:00Z");
  check();
  memory.needs_recheck = true;
  EXPECT_EQ(next(), "11-16T08:56:00");
  memory.needs_recheck = false;
  EXPECT_EQ(next(), "11-23T08:00:00");
}

TEST_F(NextCheckTest, ChecksSoonAgainWhatMustBeConfirmed) {
  memory.added = now - hours(48);
  check();
  memory.needs_recheck = true;
  EXPECT_EQ(next(), "11-16T00:01:00");
  spec.times.every = std::chrono::seconds(10);
  EXPECT_EQ(next(), "11-16T00:00:10");
}

TEST_F(NextCheckTest, LeavesPausedWatchesAloneAndSnoozedOnesUntilTheyWake) {
  spec.times.every = minutes(5);
  check();
  spec.snoozed_until = now + hours(3);
  EXPECT_EQ(next(), "11-16T03:00:00");
  wait(hours(4));
  EXPECT_EQ(next(), "11-16T00:05:00");
  spec.is_paused = true;
  EXPECT_EQ(next(), "never");
}

TEST_F(NextCheckTest, DoesNotWaitForACheckThatAClockAheadHasDated) {
  memory.added = now - hours(48);
  memory.checked = now + hours(24 * 365);
  spec.times.every = minutes(5);
  EXPECT_EQ(next(), "11-16T00:05:00");
}

}  // namespace
}  // namespace freshet
