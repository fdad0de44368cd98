#include "select/text_regex.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using TextMatches = std::vector<std::string>;

TextMatches in_text(std::string_view expression, std::string_view text) {
  const auto regex = TextRegex::parse(expression);
  return regex ? regex->find(text) : TextMatches{regex.error().message};
}

TEST(TextRegex, KeepsTheFirstGroupOrTheWholeMatch) {
  EXPECT_EQ(in_text("price: (\\d+) (EUR|USD)", "price: 12 EUR, price: 13 USD"),
            (TextMatches{"12", "13"}));
  EXPECT_EQ(in_text("\\d+ EUR", "price: 12 EUR, or 14 EUR"), (TextMatches{"12 EUR", "14 EUR"}));
  EXPECT_EQ(in_text("(?:a|b)c", "ac bc"), (TextMatches{"ac", "bc"}));
}

TEST(TextRegex, AnchorsAtLines) {
  EXPECT_EQ(in_text("^b.*$", "ab\nbc\nbd"), (TextMatches{"bc", "bd"}));
}

TEST(TextRegex, LeavesOutEmptyMatches) {
  EXPECT_EQ(in_text("x*", "axxb"), (TextMatches{"xx"}));
  EXPECT_EQ(in_text("a(b?)", "a ab"), (TextMatches{"b"}));
  EXPECT_EQ(in_text("x*", ""), TextMatches{});
}

TEST(TextRegex, SaysWhereAnExpressionIsWrong) {
  EXPECT_EQ(in_text("a(b", ""), TextMatches{"the regular expression cannot be read: missing )"});
  EXPECT_EQ(in_text("ab(?=c)", ""),
            TextMatches{"the regular expression cannot be read: invalid perl operator, at byte 3: "
                        "\"(?=\""});
  EXPECT_EQ(
      in_text("(a)\\1", ""),
      TextMatches{"the regular expression cannot be read: invalid escape sequence, at byte 4: "
                  "\"\\1\""});
  EXPECT_EQ(in_text("", ""), TextMatches{"the regular expression is empty"});
  EXPECT_EQ(in_text(std::string(5000, 'a'), ""),
            TextMatches{"the regular expression is longer than 4096 bytes"});
  EXPECT_EQ(in_text("((a{100}){100}){100}", "").size(), 1u);
}

TEST(TextRegex, FindsWordsWithoutRegardToCase) {
  const auto words = TextRegex::of_words("Sold out. (ÄÖ)");
  ASSERT_TRUE(words);
  EXPECT_TRUE(words->is_in("it is SOLD OUT. (äö) now"));
  EXPECT_FALSE(words->is_in("it is sold outs (äö)"));
}

TEST(TextRegex, EndsOnAnyText) {
  const std::string text(200'000, 'a');
  EXPECT_EQ(in_text("(a*)*b", text), TextMatches{});
}

// Each try looks at all of the rest: without a limit, hours.
TEST(TextRegex, EndsSoonOnALongLine) {
  const std::string text(1'000'000, 'a');
  EXPECT_EQ(in_text("(a.*z)?", text), TextMatches{});
  EXPECT_EQ(in_text("a(?:.*z)?", text).size(), TextRegex::kMatchesMax);
}

TEST(TextRegex, FindsTheSameInWindows) {
  std::string text;
  TextMatches expected;
  for (int i = 0; i < 10'000; ++i) {
    text += std::to_string(i) + std::string(300, ' ') + "EUR\n";
    expected.push_back(std::to_string(i));
  }
  ASSERT_GT(text.size() * expected.size() / 2, TextRegex::kLookedAtMax);
  EXPECT_EQ(in_text("^(\\d+) +EUR$", text), expected);
}

}  // namespace
}  // namespace freshet
