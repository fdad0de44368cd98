#include "report/words.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet {
namespace {

using namespace std::chrono_literals;

TEST(Words, GroupsDigits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
}

TEST(Words, NearlyAllIsNotAll) {
  EXPECT_EQ(percent_words(1), "100 %");
  EXPECT_EQ(percent_words(0.99999), "99.9 %");
  EXPECT_EQ(percent_words(0.931), "93.1 %");
  EXPECT_EQ(percent_words(1e-9), "0.1 %");
  EXPECT_EQ(percent_words(0), "0 %");
}

TEST(Words, TellsSpansInTheUnitThatFits) {
  EXPECT_EQ(span_words(1s), "1 second");
  EXPECT_EQ(span_words(90s), "1.5 minutes");
  EXPECT_EQ(span_words(30h), "30 hours");
  EXPECT_EQ(span_words(std::chrono::days(2) + 12h), "2.5 days");
  EXPECT_EQ(span_words(-std::chrono::days(100)), "3.3 months");
  EXPECT_EQ(span_words(std::chrono::days(3653)), "10 years");
}

TEST(Words, TellsHowOften) {
  EXPECT_EQ(pace_words(3.21), "3.2 times a day");
  EXPECT_EQ(pace_words(1), "every day");
  EXPECT_EQ(pace_words(0.4), "every 2.5 days");
  EXPECT_EQ(pace_words(0.01), "every 3.3 months");
  EXPECT_EQ(pace_words(0.00001), "hardly ever");
  EXPECT_EQ(pace_words(0), "hardly ever");
  EXPECT_EQ(pace_words(std::nan("")), "hardly ever");
}

TEST(Words, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefg", 6), "abc...");
  EXPECT_EQ(shortened("äöüäöüä", 6), "äöü...");
}

TEST(Words, ARateComesWithItsInterval) {
  EXPECT_EQ(rate_words(0.5, 0.1, 2),
            "every 2 days (80 % interval: 2 times a day to every 10 days)");
  EXPECT_EQ(rate_words(1, 1, 1), "every day") << "without an interval that says nothing";
}

TEST(Words, ElapsedTimeHasTwoUnits) {
  EXPECT_EQ(elapsed_words(12s), "12s");
  EXPECT_EQ(elapsed_words(70s), "1m 10s");
  EXPECT_EQ(elapsed_words(123min), "2h 3m");
  EXPECT_EQ(elapsed_words(49h), "2d 1h");
}

TEST(Words, AMomentSaysHowFarItIs) {
  const Time now = *parse_time("2026-11-16T12:00:00Z");
  EXPECT_EQ(moment_words(now + std::chrono::hours(3), now), "2026-11-16 15:00 UTC, in 3 hours");
  EXPECT_EQ(moment_words(now - std::chrono::days(2), now), "2026-11-14 12:00 UTC, 2 days ago");
}

}  // namespace
}  // namespace freshet
