#include "notify/shown_text.h"

#include <gtest/gtest.h>

#include "base/utf8.h"

namespace freshet {
namespace {

std::string cut(std::string_view text, std::size_t length) {
  return cut_text(text, length, TextUnit::utf16);
}

TEST(ShownText, ShowsControlsAndOverridesAsSymbols) {
  EXPECT_EQ(shown_lines("a\x1b[31mb"), "a␛[31mb");
  EXPECT_EQ(shown_lines("a\xE2\x80\xAE"
                        "b"),
            "a[U+202E]b");
  EXPECT_EQ(shown_lines(std::string_view("a\0b\x7f", 4)), "a␀b␡");
  EXPECT_EQ(shown_lines("a\xC2\x85"
                        "b\xFF"),
            "a[U+0085]b\uFFFD");
  EXPECT_EQ(shown_lines("a\r\nb\rc\xE2\x80\xA8"
                        "d\te"),
            "a\nb\nc\nd\te");
  EXPECT_EQ(shown_line(" a \r\n\t b"), " a b");
}

TEST(ShownText, CutsWhereAReaderSeesABoundary) {
  EXPECT_EQ(cut("abcdef", 6), "abcdef");
  EXPECT_EQ(cut("abcdef", 4), "abc…");
  EXPECT_EQ(cut("abcdef", 0), "");
  EXPECT_EQ(cut("ae\u0301\u0302x", 4), "a…");  // e with two accents is one character
  EXPECT_EQ(cut("ae\u0301\u0302xyz", 5), "ae\u0301\u0302…");
  EXPECT_EQ(cut("👩‍👩‍👧 x", 6), "…");  // a family is one character
  EXPECT_EQ(cut("🇩🇪🇫🇷🇮🇹", 9), "🇩🇪🇫🇷…");            // flags are pairs
  EXPECT_EQ(cut_text("äöü", 5, TextUnit::bytes), "ä…");
  EXPECT_EQ(cut_front("abcdef", 4, TextUnit::utf16), "…def");
  EXPECT_EQ(cut_front("xe\u0301yz", 4, TextUnit::utf16), "…yz");
}

TEST(ShownText, CutsCharactersThatAreLongerThanAnyReaderKnows) {
  std::string text = "a";
  for (int i = 0; i < 10'000; ++i) text += "\u0301";
  const std::string cut_one = cut(text, 1000);
  EXPECT_EQ(text_length(cut_one, TextUnit::utf16), 1000U);
  EXPECT_EQ(valid_utf8_length(cut_one), cut_one.size());
}

TEST(ShownText, IsNeverLongerThanItsLimit) {
  const std::string text = "añ👩‍👩‍👧e\u0301🇩🇪中文字 \U0001F600!";
  for (const TextUnit unit : {TextUnit::bytes, TextUnit::utf16}) {
    for (std::size_t limit = 0; limit < text.size() + 2; ++limit) {
      EXPECT_LE(text_length(cut_text(text, limit, unit), unit), limit);
      EXPECT_LE(text_length(cut_front(text, limit, unit), unit), limit);
    }
  }
}

}  // namespace
}  // namespace freshet
