#include "base/time.h"

#include <gtest/gtest.h>

#include "base/ascii.h"

namespace freshet {
namespace {

Time at(std::int64_t seconds, std::int64_t microseconds = 0) {
  return Time{std::chrono::seconds{seconds} + Duration{microseconds}};
}

std::string read(std::string_view text) {
  const auto time = parse_time(text);
  return time ? iso_time(*time) : "none";
}

TEST(TimeTest, WritesTheFormsOfRfc3339AndOfCdxj) {
  EXPECT_EQ(iso_time(at(1794789286, 123456)), "2026-11-16T00:34:46.123456Z");
  EXPECT_EQ(digits_time(at(1794789286, 123999)), "20261116003446123");
  EXPECT_EQ(digits_time_14(at(1794789286, 999999)), "20261116003446");
  EXPECT_EQ(iso_time(at(-1)), "1969-12-31T23:59:59.000000Z");
}

TEST(TimeTest, WritesTheNearestForWhatHasNoFourDigitsOfYear) {
  EXPECT_EQ(iso_time(Time::max()), "9999-12-31T23:59:59.999999Z");
  EXPECT_EQ(iso_time(Time::min()), "0001-01-01T00:00:00.000000Z");
}

TEST(TimeTest, ReadsWhatPeopleWrite) {
  EXPECT_EQ(read("2026"), "2026-01-01T00:00:00.000000Z");
  EXPECT_EQ(read("2026-11"), "2026-11-01T00:00:00.000000Z");
  EXPECT_EQ(read("2026-11-16"), "2026-11-16T00:00:00.000000Z");
  EXPECT_EQ(read("2026-11-16T00:34"), "2026-11-16T00:34:00.000000Z");
  EXPECT_EQ(read("2026-11-16 00:34:46"), "2026-11-16T00:34:46.000000Z");
  EXPECT_EQ(read("2026-11-16T00:34:46.123456789Z"), "2026-11-16T00:34:46.123456Z");
  EXPECT_EQ(read("2026-11-16T00:34:46.5+01:30"), "2026-11-15T23:04:46.500000Z");
  EXPECT_EQ(read("20261116"), "2026-11-16T00:00:00.000000Z");
  EXPECT_EQ(read("20261116003446"), "2026-11-16T00:34:46.000000Z");
  EXPECT_EQ(read("20261116003446123"), "2026-11-16T00:34:46.123000Z");
  EXPECT_EQ(read("2016-12-31T23:59:60Z"), "2016-12-31T23:59:59.000000Z");
}

TEST(TimeTest, ReadsBackWhatItWrites) {
  for (const Time time : {kTimeMin, at(0), at(1794789286, 1), kTimeMax}) {
    EXPECT_EQ(parse_time(iso_time(time)), time);
  }
}

TEST(TimeTest, RefusesWhatIsNoDate) {
  for (const std::string_view text :
       {"", "2", "202", "20261", "2026-", "2026-13", "2026-02-30", "0000", "20261116003446123456",
        "2026-11-16T", "2026-11-16T24:00", "2026-11-16T00:34:46.", "2026-11-16T00:34:46.1234567890",
        "2026-11-16T00:34x", "2026-11-16T00:34+25:00", "0001-01-01T00:00+01:00", "-026-01-01",
        "now", "2026 11 16"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
}

}  // namespace
}  // namespace freshet
