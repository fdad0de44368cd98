#include "watch/watch_hunks.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

WatchLines lines_of_texts(const std::vector<std::string>& texts) {
  WatchLines lines;
  for (const std::string& text : texts) lines.push_back({.text = text});
  return lines;
}

std::string hunks_between(const std::vector<std::string>& before,
                          const std::vector<std::string>& now) {
  std::string out;
  for (const WatchHunk& hunk : find_hunks(lines_of_texts(before), lines_of_texts(now)).hunks)
    out += (out.empty() ? "" : " | ") + hunk_text(hunk);
  return out;
}

TEST(WatchHunks, ShowTheWordsThatChangedWithTheirNeighbours) {
  EXPECT_EQ(hunks_between({"Red shoe", "Price 12 EUR incl. VAT", "In stock"},
                          {"Red shoe", "Price 13 EUR incl. VAT", "In stock"}),
            "Price [-12-] {+13+} EUR incl. VAT");
  EXPECT_EQ(hunks_between({"a b c d e f"}, {"a x c d e y"}),
            "a [-b-] {+x+} c d e | c d e [-f-] {+y+}");
}

TEST(WatchHunks, ShowNewAndRemovedLinesBetweenTheirNeighbours) {
  EXPECT_EQ(hunks_between({"one", "three"}, {"one", "two", "three"}), "one {+two+} three");
  EXPECT_EQ(hunks_between({"one", "two", "three"}, {"one", "three"}), "one [-two-] three");
  EXPECT_EQ(hunks_between({"one", "two"}, {"one", "other"}), "one [-two-] {+other+}");
  EXPECT_EQ(hunks_between({"a"}, {"a"}), "");
}

TEST(WatchHunks, CutLongTexts) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "word" + std::to_string(i) + " ";
  EXPECT_EQ(hunks_between({words, "x"}, {words, "y"}).substr(0, 14), "... word83 wor");
  const auto found = find_hunks({}, lines_of_texts({std::string(5000, 'a')}));
  EXPECT_EQ(found.hunks[0].added.size(), kHunkTextBytesMax + 3);
}

TEST(WatchHunks, AreLimited) {
  std::vector<std::string> before, now;
  for (int i = 0; i < 300; ++i) {
    before.push_back("line " + std::to_string(i));
    now.push_back(before.back());
    now.push_back("new " + std::to_string(i));
  }
  const auto found = find_hunks(lines_of_texts(before), lines_of_texts(now));
  EXPECT_EQ(found.hunks.size(), kHunksMax);
  EXPECT_EQ(found.left_out, 300 - kHunksMax);
  EXPECT_NEAR(found.words_changed, 1.0 / 3, 0.01);
}

TEST(WatchHunks, ShowNewTargetsOfLinks) {
  const auto found = find_hunks({{.text = "Download", .links = {"/1.0", "/help"}}},
                                {{.text = "Download", .links = {"/1.1", "/help"}}});
  ASSERT_EQ(found.hunks.size(), 1u);
  EXPECT_EQ(found.hunks[0].kind, WatchHunk::Kind::link);
  EXPECT_EQ(hunk_text(found.hunks[0]), "Download [-/1.0-] {+/1.1+}");
}

}  // namespace
}  // namespace freshet
