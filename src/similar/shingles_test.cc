#include "similar/shingles.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/ascii.h"
#include "base/random.h"

namespace freshet {
namespace {

// The naive versions: sets of strings.

std::vector<std::string> naive_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0xE3 && byte <= 0xED) {
      end_word();
      words.push_back(text.substr(at, 3));
      at += 2;
    } else if (byte >= 0x80 || is_ascii_alnum(text[at])) {
      word += to_ascii_lower(text[at]);
    } else {
      end_word();
    }
  }
  end_word();
  return words;
}

std::vector<std::string> naive_characters(const std::string& text) {
  std::vector<std::string> characters;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 || characters.empty())
      characters.emplace_back();
    characters.back() += c;
  }
  return characters;
}

std::set<std::string> naive_shingles(const std::vector<std::string>& units, std::size_t k) {
  std::set<std::string> all;
  if (units.empty()) return all;
  const std::size_t width = std::min(k, units.size());
  for (std::size_t at = 0; at + width <= units.size(); ++at) {
    std::string shingle;
    for (std::size_t i = 0; i < width; ++i) shingle += units[at + i] + '\0';
    all.insert(shingle);
  }
  return all;
}

double naive_jaccard(const std::set<std::string>& a, const std::set<std::string>& b) {
  std::size_t common = 0;
  for (const std::string& shingle : a) common += b.count(shingle);
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 1.0 : static_cast<double>(common) / static_cast<double>(all);
}

std::string random_text(Random& random) {
  static const std::vector<std::string> kParts = {"the",
                                                  "The",
                                                  " ",
                                                  "  ",
                                                  "\n",
                                                  ",",
                                                  "a",
                                                  "b",
                                                  "ß",
                                                  "é",
                                                  "中",
                                                  "文",
                                                  "字",
                                                  "12",
                                                  "terms",
                                                  "of",
                                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"};
  std::string text;
  const std::uint64_t length = random.below(60);
  for (std::uint64_t i = 0; i < length; ++i) text += kParts[random.below(kParts.size())];
  return text;
}

TEST(Shingles, AreTheSameSetsAsThoseOfStrings) {
  Random random(7);
  for (int round = 0; round < 3000; ++round) {
    const std::string a = random_text(random), b = random_text(random);
    const std::size_t k = 1 + random.below(5);
    const auto words_a = naive_shingles(naive_words(a), k);
    const auto words_b = naive_shingles(naive_words(b), k);
    ASSERT_EQ(word_shingle_set(a, k).size(), words_a.size()) << a;
    ASSERT_EQ(jaccard(word_shingle_set(a, k), word_shingle_set(b, k)),
              naive_jaccard(words_a, words_b))
        << a << "\n"
        << b;
    const auto chars_a = naive_shingles(naive_characters(a), k);
    const auto chars_b = naive_shingles(naive_characters(b), k);
    ASSERT_EQ(character_shingle_set(a, k).size(), chars_a.size()) << a;
    ASSERT_EQ(jaccard(character_shingle_set(a, k), character_shingle_set(b, k)),
              naive_jaccard(chars_a, chars_b))
        << a << "\n"
        << b;
  }
}

TEST(Shingles, SeeNoCaseAndNoPunctuationInWords) {
  EXPECT_EQ(word_shingle_set("We, the PEOPLE of"), word_shingle_set("we the people - of!"));
  EXPECT_NE(word_shingle_set("we the people of"), word_shingle_set("the we people of"));
  EXPECT_NE(character_shingle_set("We, the"), character_shingle_set("we, the"));
}

TEST(Shingles, OfAShortTextAreTheTextItself) {
  EXPECT_EQ(word_shingle_set("one two").size(), 1u);
  EXPECT_EQ(character_shingle_set("one").size(), 1u);
  EXPECT_TRUE(word_shingle_set(" - ").empty());
  EXPECT_TRUE(character_shingle_set("").empty());
}

TEST(Shingles, OfAnyBytesAreSome) {
  EXPECT_EQ(word_shingle_set("\xE4").size(), 1u);
  EXPECT_EQ(word_shingle_set("\xE4\xB8").size(), 1u);
  EXPECT_EQ(character_shingle_set("\x80\x80\x80").size(), 1u);
}

TEST(Shingles, SayHowMuchOfOneTextIsInAnother) {
  const ShingleSet a = word_shingle_set("a b c d", 1), b = word_shingle_set("a b c d e f g h", 1);
  EXPECT_EQ(jaccard(a, b), 0.5);
  EXPECT_EQ(containment(a, b), 1.0);
  EXPECT_EQ(containment(b, a), 0.5);
  EXPECT_EQ(jaccard({}, {}), 1.0);
  EXPECT_EQ(jaccard(a, {}), 0.0);
  EXPECT_EQ(containment({}, a), 1.0);
}

}  // namespace
}  // namespace freshet
