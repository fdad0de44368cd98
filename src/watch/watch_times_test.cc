#include "watch/watch_times.h"

#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "watch/duration_text.h"
#include "watch/time_zone_file.h"
#include "watch/zone_names.h"

namespace freshet {
namespace {

using namespace std::chrono_literals;

TimeZone zone_named(std::string_view name) {
  auto zone = load_time_zone(system_disk(), name);
  EXPECT_TRUE(zone) << zone.error().message;
  return zone ? *zone : TimeZone::utc();
}

Time at(std::string_view text) {
  const auto time = parse_time(text);
  EXPECT_TRUE(time) << text;
  return time.value_or(Time{});
}

std::string words(std::optional<Time> time) {
  return time ? iso_time(*time).substr(0, 16) + "Z" : "never";
}

std::string next_cron(std::string_view cron, std::string_view from, std::string_view zone = "") {
  WatchTimes times;
  times.cron = cron;
  const auto calendar = CheckCalendar::make(times, zone_named(zone));
  if (!calendar) return calendar.error().message;
  return words(calendar->at_or_after(at(from)));
}

std::string next_hours(std::vector<ActiveHours> active, std::string_view from,
                       std::string_view zone = "", std::string cron = "") {
  WatchTimes times;
  times.active = std::move(active);
  times.cron = std::move(cron);
  const auto calendar = CheckCalendar::make(times, zone_named(zone));
  if (!calendar) return calendar.error().message;
  return words(calendar->at_or_after(at(from)));
}

TEST(WatchTimes, CronFiresAtTheNextMatchingMinute) {
  EXPECT_EQ(next_cron("* * * * *", "2026-11-19T02:00"), "2026-11-19T02:00Z");
  EXPECT_EQ(next_cron("* * * * *", "2026-11-19T02:00:00.000001"), "2026-11-19T02:01Z");
  EXPECT_EQ(next_cron("*/15 * * * *", "2026-11-19T02:16"), "2026-11-19T02:30Z");
  EXPECT_EQ(next_cron("5 4 * * *", "2026-11-19T04:06"), "2026-11-20T04:05Z");
  EXPECT_EQ(next_cron("0 8-18/5,23 * * *", "2026-11-19T13:30"), "2026-11-19T18:00Z");
  EXPECT_EQ(next_cron("0 0 1 jan *", "2026-11-19T00:00"), "2027-01-01T00:00Z");
  EXPECT_EQ(next_cron("0 0 * * SUN", "2026-11-19T00:00"), "2026-11-22T00:00Z");
  EXPECT_EQ(next_cron("0 0 * * 7", "2026-11-19T00:00"), "2026-11-22T00:00Z");
  EXPECT_EQ(next_cron("0 0 29 2 *", "2026-11-19T00:00"), "2028-02-29T00:00Z");
}

// crontab(5): "If both fields are restricted (i.e., do not contain the "*" character), the command
// will be run when either field matches the current time."
TEST(WatchTimes, EitherDayFieldIsEnoughIfBothAreRestricted) {
  EXPECT_EQ(next_cron("30 4 1,15 * 5", "2026-11-16T00:00"), "2026-11-20T04:30Z");  // a Friday
  EXPECT_EQ(next_cron("30 4 1,15 * 5", "2026-11-28T00:00"), "2026-12-01T04:30Z");  // the first
  EXPECT_EQ(next_cron("0 0 */2 * 1", "2026-11-16T01:00"), "2026-11-23T00:00Z");    // odd and Monday
}

TEST(WatchTimes, WrongExpressionsAreRefused) {
  EXPECT_EQ(
      next_cron("* * * *", "2026"),
      "cron expression: needs 5 fields (minute, hour, day of month, month, day of week), has 4");
  EXPECT_EQ(next_cron("60 * * * *", "2026"),
            "cron expression: the field \"minute\": 60 is not from 0 to 59");
  EXPECT_EQ(next_cron("5-1 * * * *", "2026"),
            "cron expression: the field \"minute\": \"5-1\" ends before it begins");
  EXPECT_EQ(next_cron("* * * foo *", "2026"),
            "cron expression: the field \"month\": \"foo\" is not a number, a range or *");
  EXPECT_EQ(next_cron("*/0 * * * *", "2026"),
            "cron expression: the field \"minute\": \"*/0\" has a step that is not from 1 to 59");
  EXPECT_EQ(next_cron("0 0 30 2 *", "2026"), "cron expression: no month has such a day");
  EXPECT_EQ(next_cron(", * * * *", "2026"),
            "cron expression: the field \"minute\": \"\" is not a number, a range or *");
}

// Berlin: 2026-03-29 02:00 becomes 03:00; 2026-10-25 03:00 becomes 02:00.
TEST(WatchTimes, ATimeOfDayFiresOnceWhenClocksAreChanged) {
  EXPECT_EQ(next_cron("30 2 * * *", "2026-03-28T12:00", "Europe/Berlin"), "2026-03-29T01:00Z");
  EXPECT_EQ(next_cron("30 2 * * *", "2026-03-29T01:01", "Europe/Berlin"), "2026-03-30T00:30Z");
  EXPECT_EQ(next_cron("30 2 * * *", "2026-10-24T12:00", "Europe/Berlin"), "2026-10-25T00:30Z");
  EXPECT_EQ(next_cron("30 2 * * *", "2026-10-25T00:31", "Europe/Berlin"), "2026-10-26T01:30Z");
}

TEST(WatchTimes, ARhythmGoesOnWhenClocksAreChanged) {
  EXPECT_EQ(next_cron("*/30 * * * *", "2026-03-29T00:31", "Europe/Berlin"), "2026-03-29T01:00Z");
  EXPECT_EQ(next_cron("30 * * * *", "2026-10-25T00:31", "Europe/Berlin"), "2026-10-25T01:30Z");
}

TEST(WatchTimes, ActiveHoursFollowTheWallClock) {
  const std::vector<ActiveHours> office = {{Weekday::monday, 8 * 60 + 30, 570}};
  EXPECT_EQ(next_hours(office, "2026-11-16T10:00", "Europe/Vienna"), "2026-11-16T10:00Z");
  EXPECT_EQ(next_hours(office, "2026-11-16T17:00", "Europe/Vienna"), "2026-11-23T07:30Z");
  EXPECT_EQ(next_hours(office, "2026-10-22T00:00", "Europe/Vienna"), "2026-10-26T07:30Z");
  EXPECT_EQ(next_hours(office, "2026-10-15T00:00", "Europe/Vienna"), "2026-10-19T06:30Z");
}

TEST(WatchTimes, ActiveHoursMayPassMidnightAndTheEndOfTheWeek) {
  const std::vector<ActiveHours> night = {{Weekday::sunday, 22 * 60, 240}};
  EXPECT_EQ(next_hours(night, "2026-11-16T01:59"), "2026-11-16T01:59Z");  // Monday
  EXPECT_EQ(next_hours(night, "2026-11-16T02:00"), "2026-11-22T22:00Z");
}

TEST(WatchTimes, CronAndActiveHoursBothCount) {
  EXPECT_EQ(next_hours({{Weekday::friday, 0, 1440}}, "2026-11-16T00:00", "", "0 9 * * *"),
            "2026-11-20T09:00Z");
  EXPECT_EQ(next_hours({{Weekday::friday, 0, 60}}, "2026-11-16T00:00", "", "0 9 * * *"),
            "cron expression: it never falls into the active hours");
}

TEST(WatchTimes, WithoutCronAndHoursAnyMomentIsGood) {
  EXPECT_EQ(next_hours({}, "2026-11-16T00:00"), "2026-11-16T00:00Z");
}

TEST(TimeZone, KnowsOffsetsOfThePastAndTheFuture) {
  const TimeZone berlin = zone_named("Europe/Berlin");
  EXPECT_EQ(berlin.offset_at(at("1900-01-01")), 1h);
  EXPECT_EQ(berlin.offset_at(at("1945-06-01")), 3h);
  EXPECT_EQ(berlin.offset_at(at("2026-01-01")), 1h);
  EXPECT_EQ(berlin.offset_at(at("2026-07-01")), 2h);
  EXPECT_EQ(berlin.offset_at(at("2300-07-01")), 2h);
  EXPECT_EQ(berlin.next_change(at("2300-07-01")), at("2300-10-28T01:00"));
  EXPECT_EQ(zone_named("Australia/Sydney").offset_at(at("2090-01-01")), 11h);
  EXPECT_EQ(zone_named("Asia/Kolkata").offset_at(at("2090-01-01")), 5h + 30min);
  EXPECT_EQ(zone_named("Europe/Dublin").offset_at(at("2090-07-01")), 1h);
  EXPECT_EQ(zone_named("Europe/Dublin").offset_at(at("2090-01-01")), 0h);
}

TEST(TimeZone, EveryNamedZoneCanBeRead) {
  for (const char* const name : {"America/New_York", "Africa/Casablanca", "America/Nuuk", "EST5EDT",
                                 "Etc/GMT+12", "Antarctica/Troll", "UTC"}) {
    EXPECT_FALSE(check_zone_name(name)) << name;
    zone_named(name);
  }
}

TEST(TimeZone, NamesThatLeadElsewhereAreRefused) {
  for (const char* const name : {"../../etc/passwd", "/etc/passwd", "Europe", "europe/berlin"})
    EXPECT_TRUE(check_zone_name(name)) << name;
  EXPECT_EQ(load_time_zone(system_disk(), "../x").error().code, Errc::invalid);
}

TEST(TimeZone, AMissingDatabaseNamesThePackage) {
  EXPECT_EQ(load_time_zone(system_disk(), "Europe/Berlin", "/nowhere").error().message,
            "/nowhere/Europe/Berlin is missing; install the Debian package tzdata");
}

TEST(TimeZone, AnyCutOfAFileIsRefused) {
  const auto bytes = read_whole(system_disk(), "/usr/share/zoneinfo/Europe/Berlin", 100'000);
  ASSERT_TRUE(bytes);
  for (std::size_t end = 0; end < bytes->size(); ++end)
    EXPECT_FALSE(TimeZone::parse(bytes->substr(0, end))) << end;
}

// The naive reading: every minute is tried.
TEST(WatchTimes, AgreesWithTryingEveryMinute) {
  Random random(18);
  const TimeZone zone = zone_named("America/New_York");
  for (int round = 0; round < 200; ++round) {
    WatchTimes times;
    for (int i = 0; i < 2; ++i) {
      times.active.push_back({static_cast<Weekday>(random.below(7)),
                              static_cast<int>(random.below(1440)),
                              static_cast<int>(1 + random.below(1440))});
    }
    const auto calendar = CheckCalendar::make(times, zone);
    ASSERT_TRUE(calendar);
    const Time from = at("2026-10-25") + std::chrono::minutes(random.below(14 * 1440));
    Time naive = from;
    while (!calendar->is_active(naive)) naive += 1min;
    EXPECT_EQ(words(calendar->at_or_after(from)), words(naive));
  }
}

TEST(DurationText, IsReadAndWritten) {
  EXPECT_EQ(duration_from_text("1w2d3h4m5s"), Duration(9 * 24h + 3h + 4min + 5s));
  EXPECT_EQ(duration_text(9 * 24h + 3h + 4min + 5s + 7us), "9d3h4m5s7us");
  EXPECT_EQ(duration_text(Duration{0}), "0s");
  EXPECT_EQ(duration_from_text("0s"), Duration{0});
  for (const char* const text : {"", "5", "s", "1m1h", "-1s", "1.5h", "1 s", "99999999999999999w"})
    EXPECT_FALSE(duration_from_text(text)) << text;
}

}  // namespace
}  // namespace freshet
