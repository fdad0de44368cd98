#include "base/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "base/utf8.h"

namespace freshet {
namespace {

std::string json(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

bool is_safe(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    if (!point.valid || is_unsafe_to_show(point.value)) return false;
    at += point.length;
  }
  return true;
}

std::string random_bytes(std::mt19937_64& random) {
  std::string bytes(random() % 24, '\0');
  for (char& c : bytes) c = static_cast<char>(random() % 2 == 0 ? random() % 0x80 : random());
  return bytes;
}

TEST(Escape, LeavesPlainTextOfAnyLanguageAlone) {
  EXPECT_EQ(visible("Zürich, 東京 \xF0\x9F\x8C\x8A C:\\x"), "Zürich, 東京 \xF0\x9F\x8C\x8A C:\\x");
  EXPECT_EQ(json("Zürich, 東京"), "\"Zürich, 東京\"");
}

TEST(Escape, KeepsLineFeedsAndTabsOfLines) {
  EXPECT_EQ(visible_lines("a\n\tb\r\x1b\u2028\xFF"), "a\n\tb\\r\\u{1b}\\u{2028}\\xff");
}

TEST(Escape, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_EQ(visible("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(visible("\x1B[31mred"), "\\u{1b}[31mred");
  EXPECT_EQ(visible("\x7F\u0085\u009B"), "\\u{7f}\\u{85}\\u{9b}");
  EXPECT_EQ(visible("\u202Egpj.exe"), "\\u{202e}gpj.exe");
  EXPECT_EQ(visible(std::string_view("\0", 1)), "\\u{0}");
}

TEST(Escape, ShowsBytesThatAreNotUtf8AsNumbers) {
  EXPECT_EQ(visible("a\xFF\xE2\x82"), "a\\xff\\xe2\\x82");
  EXPECT_EQ(json("a\xFFz"), "\"a\uFFFDz\"");
}

TEST(Escape, WritesJsonStringsByRfc8259) {
  EXPECT_EQ(json("say \"\\\"\n"), R"("say \"\\\"\n")");
  EXPECT_EQ(json("\x1B\x7F\u2028"), R"("\u001b\u007f\u2028")");
  EXPECT_EQ(json(""), "\"\"");
}

TEST(Escape, MakesAnyBytesSafeAndKeepsWhatJsonCanHold) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const std::string bytes = random_bytes(random);
    ASSERT_TRUE(is_safe(visible(bytes)));
    ASSERT_TRUE(is_safe(json(bytes)));
    ASSERT_EQ(nlohmann::json::parse(json(bytes)).get<std::string>(), repair_utf8(bytes));
  }
}

}  // namespace
}  // namespace freshet
