#include "base/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace freshet {
namespace {

TEST(Utf8, ReadsBackEveryScalarValueItWrites) {
  for (char32_t value = 0; value <= 0x10FFFF; ++value) {
    if (value >= 0xD800 && value <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, value);
    const CodePoint point = read_utf8(text, 0);
    ASSERT_TRUE(point.valid) << static_cast<unsigned>(value);
    ASSERT_EQ(point.value, value);
    ASSERT_EQ(point.length, text.size());
    ASSERT_EQ(valid_utf8_length(text), text.size());
  }
}

// Encoding Standard, "UTF-8 decoder": a byte that breaks a sequence is read again by itself.
TEST(Utf8, ReplacesEachMaximalBadPartOnce) {
  EXPECT_EQ(repair_utf8("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(repair_utf8("\xE2\x82"
                        "A"),
            "\uFFFDA");
  EXPECT_EQ(repair_utf8("\xC0\xAF"), "\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(repair_utf8("\xF0\x9F\x92"), "\uFFFD");
  EXPECT_EQ(repair_utf8("\xF0\x9F\x92\xA9"), "\xF0\x9F\x92\xA9");
}

TEST(Utf8, CutsBetweenCharacters) {
  const auto cut = [](std::string text, std::size_t bytes_max) {
    cut_utf8(text, bytes_max);
    return text;
  };
  EXPECT_EQ(cut("a€b", 5), "a€b");
  EXPECT_EQ(cut("a€b", 4), "a€");
  EXPECT_EQ(cut("a€b", 3), "a");
  EXPECT_EQ(cut("a€b", 2), "a");
  EXPECT_EQ(cut("a€b", 0), "");
}

TEST(Utf8, WhatItRepairsIsValid) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes(random() % 24, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() % 0x80 : random());
    const std::string good = repair_utf8(bytes);
    ASSERT_EQ(valid_utf8_length(good), good.size());
    const bool was_good = valid_utf8_length(bytes) == bytes.size();
    ASSERT_EQ(good == bytes, was_good);
  }
}

}  // namespace
}  // namespace freshet
