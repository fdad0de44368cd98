#include "base/utf8.h"

#include <gtest/gtest.h>

#include <random>

#include "base/cpu.h"

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

// Returns text that is mostly UTF-8: ASCII, code points of every length, and a few invalid bytes.
std::string mostly_utf8(std::mt19937_64& random) {
  std::string text;
  const std::size_t length = random() % 400;
  const bool has_bad_bytes = random() % 2 == 0;
  const auto point = [&](std::uint64_t from, std::uint64_t count) {
    append_utf8(text, static_cast<char32_t>(from + random() % count));
  };
  while (text.size() < length) {
    switch (random() % 8) {
      case 0:
        point(0x80, 0x780);
        break;
      case 1:
        point(0x800, 0xD000);
        break;
      case 2:
        point(0x10000, 0x100000);
        break;
      case 3:
        if (has_bad_bytes && random() % 8 == 0) text += static_cast<char>(random());
        break;
      default:
        text.append(random() % 40, 'a');
    }
  }
  return text;
}

TEST(Utf8, AnswersTheSameWithAndWithoutAvx2) {
  if (!has_avx2()) GTEST_SKIP() << "NOT TESTED: this processor has no AVX2";
  std::mt19937_64 random(2);
  for (int i = 0; i < 50'000; ++i) {
    const std::string text = mostly_utf8(random);
    ASSERT_EQ(utf8_avx2::valid_utf8_length(text), utf8_portable::valid_utf8_length(text)) << i;
    ASSERT_EQ(utf8_avx2::ascii_length(text), utf8_portable::ascii_length(text)) << i;
  }
}

// Every pair and, around the ends of the ranges, every triple and quadruple of bytes, across the
// edges of blocks.
TEST(Utf8, FindsEveryMistakeAtEveryPlaceInABlock) {
  if (!has_avx2()) GTEST_SKIP() << "NOT TESTED: this processor has no AVX2";
  const auto compare = [](std::string_view sequence, std::size_t at) {
    std::string text(130, 'a');
    text.replace(at, sequence.size(), sequence);
    ASSERT_EQ(utf8_avx2::valid_utf8_length(text), utf8_portable::valid_utf8_length(text))
        << testing::PrintToString(std::string(sequence)) << " at " << at;
  };
  for (unsigned pair = 0; pair < 0x10000; ++pair)
    compare(std::string{static_cast<char>(pair >> 8), static_cast<char>(pair)}, 61 + pair % 4);
  const std::string edges =
      "\x41\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC\xED\xEE\xEF"
      "\xF0\xF1\xF3\xF4\xF5\xFF";
  for (const char a : edges)
    for (const char b : edges)
      for (const char c : edges)
        for (const char d : edges)
          compare(std::string{a, b, c, d}, 60 + static_cast<unsigned char>(a ^ b ^ c ^ d) % 5);
}

TEST(Utf8, MeasuresLeadingAscii) {
  for (std::size_t length = 0; length < 140; ++length) {
    EXPECT_EQ(ascii_length(std::string(length, 'a')), length);
    EXPECT_EQ(ascii_length(std::string(length, 'a') + "\x80" + std::string(80, 'a')), length);
  }
}

}  // namespace
}  // namespace freshet
