#include "change/text_diff.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "change/page_versions_test.h"

namespace freshet {
namespace {

// Formats as "same [-gone-] {+new+}", a line for each block that differs.
std::string shown(const std::vector<DiffPiece>& pieces) {
  std::string text;
  for (const DiffPiece& piece : pieces) {
    if (!text.empty()) text += ' ';
    if (piece.kind == DiffKind::same) text += piece.text;
    if (piece.kind == DiffKind::removed) text += "[-" + piece.text + "-]";
    if (piece.kind == DiffKind::added) text += "{+" + piece.text + "+}";
  }
  return text;
}

std::string shown(std::string_view old_page, std::string_view new_page) {
  std::string text;
  for (const DiffLine& line : diff_texts(blocks_of(old_page), blocks_of(new_page)))
    if (line.kind != DiffLine::Kind::same) text += shown(line.pieces) + "\n";
  return text;
}

TEST(TextDiff, ShowsWordsOfChangedBlocks) {
  EXPECT_EQ(shown("<p>a<p>one two three four<p>b", "<p>a<p>one 2 three four<p>b"),
            "one [-two-] {+2+} three four\n");
}

TEST(TextDiff, ShowsBlocksThatAreGoneAndNew) {
  EXPECT_EQ(shown("<p>a<p>b<p>c", "<p>a<p>c<p>d"), "[-b-]\n{+d+}\n");
  EXPECT_EQ(shown("<p>the old line<p>c", "<p>something else here<p>c"),
            "[-the old line-]\n{+something else here+}\n");
  EXPECT_EQ(shown("<p>a", "<p>a"), "");
  EXPECT_EQ(shown("", "<p>a"), "{+a+}\n");
}

TEST(TextDiff, ShowsLinksThatLeadElsewhere) {
  EXPECT_EQ(shown("<p>See <a href=/a>here</a> or <a href=/b>there</a>",
                  "<p>See <a href=/a>here</a> or <a href=/c>there</a>"),
            "See here or there [-/b-] {+/c+}\n");
}

TEST(TextDiff, ShowsImagesAndMarkupOfAPageOnlyIfAskedForAllOfIt) {
  const auto shown_all = [](std::string_view old_page, std::string_view new_page) {
    std::string text;
    for (const DiffLine& line : diff_pages(blocks_of(old_page), blocks_of(new_page)))
      if (line.kind != DiffLine::Kind::same) text += shown(line.pieces) + "\n";
    return text;
  };
  const std::string_view old_logo = "<p>a<p><a href=/x><img src=1.png></a>";
  EXPECT_EQ(shown_all(old_logo, "<p>a<p><a href=/y><img src=1.png></a>"),
            "[1.png] [-/x-] {+/y+}\n");
  EXPECT_EQ(shown_all(old_logo, "<p>a"), "[-[1.png]-]\n");
  EXPECT_EQ(shown("<p>a", old_logo), "");
  EXPECT_EQ(shown_all("<p>Look <img src=1.png>", "<p>Look <img src=2.png>"),
            "Look [-1.png-] {+2.png+}\n");
  EXPECT_EQ(shown_all("<p>All rights", "<h2>All rights</h2>"), "All rights [-<>-] {+<h2>+}\n");
}

// Property: common and removed words give the old text, common and added words the new one.
TEST(TextDiff, GivesBothTextsBack) {
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    const auto random_words = [&random] {
      std::string text;
      const std::uint64_t count = random.below(40);
      for (std::uint64_t i = 0; i < count; ++i)
        text += (i > 0 ? " w" : "w") + std::to_string(random.below(6));
      return text;
    };
    const std::string was = random_words(), now = random_words();
    std::string old_text, new_text;
    for (const DiffPiece& piece : diff_words(was, now)) {
      if (piece.kind != DiffKind::added) old_text += (old_text.empty() ? "" : " ") + piece.text;
      if (piece.kind != DiffKind::removed) new_text += (new_text.empty() ? "" : " ") + piece.text;
    }
    ASSERT_EQ(old_text, was);
    ASSERT_EQ(new_text, now);
  }
}

}  // namespace
}  // namespace freshet
