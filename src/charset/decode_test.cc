#include "charset/decode.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "charset/legacy_index.h"
#include "charset/text_encoding_oracle_test.h"

namespace freshet {
namespace {

using Inputs = std::vector<std::pair<Encoding, std::string>>;

constexpr Encoding kMultiByte[] = {Encoding::utf_8,     Encoding::gbk,    Encoding::gb18030,
                                   Encoding::big5,      Encoding::euc_jp, Encoding::iso_2022_jp,
                                   Encoding::shift_jis, Encoding::euc_kr, Encoding::utf_16be,
                                   Encoding::utf_16le};

std::string pair_of(unsigned code) {
  return {static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)};
}

// Returns all encodings except `replacement`, which the oracle refuses.
std::vector<Encoding> judged_encodings() {
  std::vector<Encoding> all;
  for (int i = 0; i < kEncodings; ++i)
    if (static_cast<Encoding>(i) != Encoding::replacement) all.push_back(static_cast<Encoding>(i));
  return all;
}

void expect_as_judged(const Inputs& inputs) {
  const std::vector<std::string> expected = text_encoding_decode(inputs);
  ASSERT_EQ(expected.size(), inputs.size());
  int differences = 0;
  for (std::size_t i = 0; i < inputs.size() && differences < 10; ++i) {
    const auto& [encoding, bytes] = inputs[i];
    const std::string text = decode_to_utf8(encoding, bytes);
    if (text == expected[i]) continue;
    ++differences;
    ADD_FAILURE() << encoding_name(encoding) << " " << testing::PrintToString(bytes) << "\n  gives "
                  << testing::PrintToString(text) << "\n  not   "
                  << testing::PrintToString(expected[i]);
  }
}

TEST(Decode, ReadsEveryByteAsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  Inputs inputs;
  for (const Encoding encoding : judged_encodings()) {
    for (unsigned byte = 0; byte < 0x100; ++byte)
      inputs.emplace_back(encoding, std::string(1, static_cast<char>(byte)));
  }
  expect_as_judged(inputs);
}

// A pair by itself, at the end of the input, and followed by more.
TEST(Decode, ReadsEveryPairOfBytesAsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  Inputs inputs;
  for (const Encoding encoding : kMultiByte) {
    for (unsigned code = 0; code < 0x10000; ++code) inputs.emplace_back(encoding, pair_of(code));
    for (unsigned lead = 0; lead < 0x100; ++lead) {
      std::string bytes;
      for (unsigned trail = 0; trail < 0x100; ++trail) bytes += pair_of(lead << 8 | trail) + "\n\n";
      inputs.emplace_back(encoding, bytes);
    }
  }
  expect_as_judged(inputs);
}

TEST(Decode, ReadsEveryJis0212CodeAsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  Inputs inputs;
  for (unsigned code = 0; code < 0x10000; ++code)
    inputs.emplace_back(Encoding::euc_jp, "\x8F" + pair_of(code));
  for (unsigned code = 0x8000; code < 0x10000; ++code)
    inputs.emplace_back(Encoding::euc_jp, "\x8F" + pair_of(code) + "a\xA4\xA2");
  expect_as_judged(inputs);
}

TEST(Decode, ReadsEveryFourByteCodeOfGb18030AsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  Inputs inputs;
  for (char first = '\x81'; first != '\xFF'; ++first) {
    for (char second = '0'; second <= '9'; ++second) {
      std::string bytes;
      for (char third = '\x81'; third != '\xFF'; ++third)
        for (char fourth = '0'; fourth <= '9'; ++fourth) bytes += {first, second, third, fourth};
      inputs.emplace_back(Encoding::gb18030, bytes);
    }
  }
  expect_as_judged(inputs);
}

// Each of the four states of ISO-2022-JP, with every byte and every pair.
TEST(Decode, ReadsEveryStateOfIso2022JpAsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  Inputs inputs;
  for (const char* escape : {"\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B"}) {
    for (unsigned code = 0; code < 0x10000; ++code)
      inputs.emplace_back(Encoding::iso_2022_jp, escape + pair_of(code));
    for (unsigned code = 0; code < 0x10000; code += 7)
      inputs.emplace_back(Encoding::iso_2022_jp, escape + ("\x1B" + pair_of(code)) + "a!!\x1B(B!!");
  }
  expect_as_judged(inputs);
}

// Bytes at the edges: leads, trails, digits, escapes, surrogates, ASCII.
std::string byte_soup(std::mt19937_64& random) {
  static const std::string spice =
      "\x1B$B\x1B(J\x1B(B\x81\x8E\x8F\x80\xA0\xA1\xDF\xE0\xFC\xFD\xFE\xFF"
      "09@A~\x7F<\n\xD8\xDC\xDF\xED\xF4";
  std::string bytes(random() % 120, '\0');
  for (char& c : bytes) {
    switch (random() % 4) {
      case 0:
        c = spice[random() % spice.size()];
        break;
      case 1:
        c = static_cast<char>(0x20 + random() % 0x60);
        break;
      default:
        c = static_cast<char>(random());
    }
  }
  return bytes;
}

TEST(Decode, ReadsRandomBytesAsTheJudgeDoes) {
  if (!has_text_encoding_oracle()) return;
  std::mt19937_64 random(1);
  Inputs inputs;
  for (const Encoding encoding : judged_encodings()) {
    for (int i = 0; i < (is_single_byte(encoding) ? 300 : 5000); ++i)
      inputs.emplace_back(encoding, byte_soup(random));
  }
  expect_as_judged(inputs);
}

TEST(Decode, GivesValidUtf8OfBoundedLength) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto encoding = static_cast<Encoding>(random() % kEncodings);
    const std::string bytes = byte_soup(random);
    const std::string text = decode_to_utf8(encoding, bytes);
    ASSERT_EQ(valid_utf8_length(text), text.size());
    ASSERT_LE(text.size(), bytes.size() * kUtf8BytesPerByteMax);
    ASSERT_TRUE(!is_plain_ascii(encoding, bytes) || text == bytes) << encoding_name(encoding);
  }
}

// Encoding Standard, section 14.1: one U+FFFD for any page.
TEST(Decode, ShowsNothingOfAReplacementPage) {
  EXPECT_EQ(decode_to_utf8(Encoding::replacement, "<script>"), "\uFFFD");
  EXPECT_EQ(decode_to_utf8(Encoding::replacement, ""), "");
}

TEST(Decode, AStrayLeadByteDoesNotSwallowATag) {
  for (const Encoding encoding :
       {Encoding::gbk, Encoding::big5, Encoding::euc_jp, Encoding::shift_jis, Encoding::euc_kr})
    EXPECT_EQ(decode_to_utf8(encoding, "\x85<b>"), "\uFFFD<b>") << encoding_name(encoding);
}

TEST(Decode, KnowsTheCodesThatGb18030Changed) {
  EXPECT_EQ(decode_to_utf8(Encoding::gb18030, "\xA6\xD9\xFE\xA0"), "\uFE10\u9FBB");
  EXPECT_EQ(decode_to_utf8(Encoding::gbk, "\xA6\xF3"), "\uFE19");
}

TEST(Decode, WritesTwoCodePointsForFourCodesOfBig5) {
  EXPECT_EQ(decode_to_utf8(Encoding::big5, "\x88\x62"), "\u00CA\u0304");
}

TEST(LegacyIndex, HasTheSizesOfTheStandard) {
  EXPECT_EQ(unpack_index(packed::single_byte).size(), 28u * 128);
  EXPECT_EQ(unpack_index(packed::gb18030).size(), 126u * 190);
  EXPECT_EQ(unpack_index(packed::gb18030_ranges).size(), 207u * 2);
  EXPECT_EQ(unpack_index(packed::big5).size(), 126u * 157);
  EXPECT_EQ(unpack_index(packed::euc_kr).size(), 126u * 190);
  EXPECT_EQ(unpack_index(packed::jis0208).size(), 120u * 94);
  EXPECT_EQ(unpack_index(packed::jis0212).size(), 94u * 94);
}

}  // namespace
}  // namespace freshet
