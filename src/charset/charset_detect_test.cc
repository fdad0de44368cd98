#include "charset/charset_detect.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/utf8.h"
#include "charset/charset.h"
#include "charset/decode.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using namespace std::string_literals;

std::string detect(std::string_view bytes) {
  const std::optional<Encoding> encoding = detect_encoding(bytes);
  return encoding ? std::string(encoding_name(*encoding)) : "none";
}

// Writes text in a legacy encoding, as an old editor would: missing characters as "&#1234;".
class Encoder {
 public:
  explicit Encoder(Encoding encoding) {
    const auto learn = [&](const std::string& bytes) {
      const std::string text = decode_to_utf8(encoding, bytes);
      const CodePoint point = read_utf8(text, 0);
      if (point.length == text.size() && point.value != kReplacementCharacter)
        bytes_.emplace(point.value, bytes);
    };
    for (unsigned byte = 0x80; byte < 0x100; ++byte) learn(std::string(1, static_cast<char>(byte)));
    if (is_single_byte(encoding)) return;
    for (unsigned code = 0x8100; code < 0x10000; ++code)
      learn({static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)});
  }

  bool knows(char32_t value) const { return value < 0x80 || bytes_.contains(value); }

  std::string encode(std::string_view text) const {
    std::string encoded;
    for (std::size_t at = 0; at < text.size();) {
      const CodePoint point = read_utf8(text, at);
      const auto found = bytes_.find(point.value);
      if (point.value < 0x80) {
        encoded += text[at];
      } else if (found != bytes_.end()) {
        encoded += found->second;
      } else {
        encoded += "&#" + std::to_string(static_cast<unsigned>(point.value)) + ";";
      }
      at += point.length;
    }
    return encoded;
  }

 private:
  std::unordered_map<char32_t, std::string> bytes_;
};

// Returns the legacy encodings usual for the letters of a text; none if it has too few that are not
// ASCII.
std::vector<Encoding> natural_encodings(std::string_view text) {
  struct Letters {
    char32_t first, last;
    std::vector<Encoding> encodings;
    int count = 0;
  };
  std::vector<Letters> scripts = {
      {0x3040, 0x30FF, {Encoding::shift_jis, Encoding::euc_jp}},
      {0xAC00, 0xD7A3, {Encoding::euc_kr}},
      {0x4E00, 0x9FFF, {Encoding::gbk, Encoding::big5}},
      {0x0400, 0x045F, {Encoding::windows_1251, Encoding::koi8_u, Encoding::iso_8859_5}},
      {0x0104, 0x017E, {Encoding::windows_1250, Encoding::iso_8859_2}},
      {0x00C0, 0x00FF, {Encoding::windows_1252}},
  };
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    for (Letters& script : scripts)
      if (point.value >= script.first && point.value <= script.last) ++script.count;
    at += point.length;
  }
  constexpr int kLettersMin = 10;
  for (const Letters& script : scripts) {  // kana before the kanji around them
    const int others = scripts.back().count;
    if (script.count >= kLettersMin && script.count * 2 >= others) return script.encodings;
  }
  return {};
}

bool fits(const Encoder& encoder, std::string_view text) {
  int known = 0, all = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    if (point.value >= 0x80) ++all;
    if (point.value >= 0x80 && encoder.knows(point.value)) ++known;
    at += point.length;
  }
  return known * 20 >= all * 19;
}

// Real pages, re-encoded in the usual legacy encodings of their languages. The decoded text must be
// right; the name of the encoding may differ.
TEST(DetectEncoding, ReadsRealPagesInLegacyEncodings) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  std::map<Encoding, Encoder> encoders;
  int right = 0, all = 0;
  std::string misses;
  for (const auto& file : testkit::real_pages()) {
    const std::string page = testkit::read_file(file);
    const Utf8Text utf8 = to_utf8(page, "");
    const std::string_view text = utf8.text(page);
    for (const Encoding encoding : natural_encodings(text)) {
      const Encoder& encoder = encoders.try_emplace(encoding, encoding).first->second;
      if (!fits(encoder, text)) continue;
      const std::string legacy = encoder.encode(text);
      const Encoding guess = detect_encoding(legacy).value_or(Encoding::windows_1252);
      const bool is_right = decode_to_utf8(guess, legacy) == decode_to_utf8(encoding, legacy);
      ++all;
      right += is_right;
      if (is_right) continue;
      misses += file.filename().string() + " " + std::string(encoding_name(encoding)) + " -> " +
                std::string(encoding_name(guess)) + "\n";
    }
  }
  EXPECT_EQ(all, 267);
  EXPECT_GE(right, 265) << misses;  // the two are English with Japanese quotation marks
}

TEST(DetectEncoding, SeesUtf8EvenWithASlip) {
  EXPECT_EQ(detect("<p>gr\u00FCn"), "UTF-8");
  std::string page;
  for (int i = 0; i < 30; ++i) page += "\u4E2D\u6587";
  EXPECT_EQ(detect(page + "\xFF"), "UTF-8");
  EXPECT_EQ(detect("caf\xE9 na\xEFve d\xE9j\xE0 vu, \xE9t\xE9 fran\xE7"
                   "ais"),
            "windows-1252");
}

TEST(DetectEncoding, SeesIso2022JpByItsEscapes) {
  EXPECT_EQ(detect("<title>\x1B$B%F%9%H\x1B(B</title>"), "ISO-2022-JP");
  EXPECT_EQ(detect("\x1B[31mred\x1B[0m"), "none");
  EXPECT_EQ(detect("\x1B$B\x01\x02"), "none");
}

TEST(DetectEncoding, SeesUtf16ByItsZeros) {
  EXPECT_EQ(detect("<\0h\0t\0m\0l\0>\0"s), "UTF-16LE");
  EXPECT_EQ(detect("\0<\0h\0t\0m\0l\0>"s), "UTF-16BE");
  EXPECT_EQ(detect(std::string(100, '\0')), "none");
}

TEST(DetectEncoding, SaysNothingOfAscii) {
  EXPECT_EQ(detect(""), "none");
  EXPECT_EQ(detect("<p>plain text"), "none");
}

TEST(DetectEncoding, LooksOnlySoFar) {
  const std::string ascii(kDetectScanBytesMax, 'a');
  EXPECT_EQ(detect(ascii + "gr\u00FCn"), "none");
}

TEST(DetectEncoding, PassesOverMarkupAtTheStart) {
  std::string page = "<script>" + std::string(100'000, 'x') + "</script>";
  for (int i = 0; i < 5; ++i) {
    page +=
        "<p>\xCF\xF0\xE8\xE2\xE5\xF2, \xFD\xF2\xEE \xF0\xF3\xF1\xF1\xEA\xE8\xE9 "
        "\xF2\xE5\xEA\xF1\xF2</p>";
  }
  EXPECT_EQ(detect(page), "windows-1251");
}

}  // namespace
}  // namespace freshet
