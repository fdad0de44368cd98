#include "crawl/sketch.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "base/ascii.h"
#include "base/quick_hash.h"
#include "base/random.h"

namespace freshet {
namespace {

std::uint64_t sketch_of(std::string_view html) {
  TagIndex index;
  index_tags(html, Scripting::off, index);
  return sketch_page(html, index);
}

// As Charikar defined it: a byte, a word, a bit at a time.
std::uint64_t sketch_naively(std::string_view text) {
  std::array<int, 64> sums{};
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && static_cast<unsigned char>(text[i]) > ' ') {
      if (!is_ascii_digit(text[i])) word += text[i];
      continue;
    }
    if (!word.empty()) {
      const std::uint64_t hash = quick_hash(word);
      for (std::size_t bit = 0; bit < 64; ++bit) sums[bit] += (hash >> bit & 1) != 0 ? 1 : -1;
    }
    word.clear();
  }
  std::uint64_t signs = 0;
  for (std::size_t bit = 0; bit < 64; ++bit)
    if (sums[bit] > 0) signs |= std::uint64_t{1} << bit;
  return signs;
}

TEST(SketchTest, IsThatOfTheNaiveVersion) {
  static constexpr std::string_view kAlphabet = "ab/:!09 \t\n\x01\x7F\x80\xA0\xB5\xC3\xFF";
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::uint64_t size = random.below(round % 10 == 0 ? 3000 : 60); size > 0; --size)
      text += kAlphabet[random.below(kAlphabet.size())];
    ASSERT_EQ(sketch_of(text), sketch_naively(text)) << "round " << round;
  }
}

TEST(SketchTest, TagsEndWordsAndAreNotWords) {
  EXPECT_EQ(sketch_of("<p class=x>one<b>two</b> three"), sketch_naively("one two three"));
}

TEST(SketchTest, ScriptsAndStylesAreNotWords) {
  EXPECT_EQ(sketch_of("one <SCRIPT src=x>var two</SCRIPT><style>p {}</style> three"),
            sketch_naively("one three"));
  EXPECT_EQ(sketch_of("one <script>cut off"), sketch_naively("one"));
}

TEST(SketchTest, NumbersDoNotMakeAPageAnother) {
  EXPECT_EQ(sketch_of("<p>Calendar of day 1, next: 2"),
            sketch_of("<p>Calendar of day 31, next: 999"));
  EXPECT_FALSE(
      are_alike(sketch_of("the first story of three words"), sketch_of("another one altogether")));
}

}  // namespace
}  // namespace freshet
