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

}  // namespace
}  // namespace freshet
