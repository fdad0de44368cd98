#include "base/ascii.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(Ascii, KnowsNothingBeyondAscii) {
  EXPECT_FALSE(is_ascii_alpha('\xE9'));
  EXPECT_FALSE(is_ascii_whitespace('\xA0'));
  EXPECT_FALSE(is_ascii_whitespace('\v'));
  EXPECT_EQ(ascii_lower("\xC9 A-Z[@`"), "\xC9 a-z[@`");
  EXPECT_EQ(to_ascii_upper('z'), 'Z');
  EXPECT_EQ(to_ascii_upper('\xE9'), '\xE9');
  EXPECT_EQ(to_ascii_upper('{'), '{');
}

TEST(Ascii, ComparesWithoutCase) {
  EXPECT_TRUE(equals_ignoring_case("Content-Type", "content-tYPE"));
  EXPECT_FALSE(equals_ignoring_case("a", "aa"));
  EXPECT_FALSE(equals_ignoring_case("[", "{"));
  EXPECT_TRUE(starts_with_ignoring_case("UTF-8;", "utf-8"));
  EXPECT_FALSE(starts_with_ignoring_case("utf", "utf-8"));
}

TEST(Ascii, TrimsBothEnds) {
  EXPECT_EQ(trim_ascii_whitespace(" \t\r\n\f a b "), "a b");
  EXPECT_EQ(trim_ascii_whitespace(" \t "), "");
}

TEST(Ascii, ReadsHexDigits) {
  EXPECT_EQ(hex_value('0'), 0u);
  EXPECT_EQ(hex_value('a'), 10u);
  EXPECT_EQ(hex_value('F'), 15u);
  EXPECT_FALSE(is_ascii_hex_digit('g'));
}

}  // namespace
}  // namespace freshet
