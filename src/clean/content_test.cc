#include "clean/content.h"

#include <gtest/gtest.h>

#include "clean/small_model_test.h"

namespace freshet {
namespace {

MainText find(std::string_view page, std::span<const float> seen = {}) {
  static const ContentModel model = small_content_model();
  return find_main_text(page, index_tags(page, Scripting::off), Scripting::off, model, seen);
}

constexpr std::string_view kPage =
    "<nav><a href=/>Home</a> <a href=/all>All the pages of this site</a></nav>"
    "<p>This is the first long paragraph of the page.<p>And this is the second one, as long."
    "<p>Imprint";

TEST(MainText, IsThatOfTheLikelyBlocks) {
  const MainText main = find(kPage);
  EXPECT_EQ(main.text(),
            "This is the first long paragraph of the page.\nAnd this is the second one, as long.");
  EXPECT_GT(main.confidence, 0.7);
  EXPECT_LE(main.confidence, 1);
}

TEST(MainText, IsTheSameForTheSamePage) { EXPECT_EQ(find(kPage).text(), find(kPage).text()); }

TEST(MainText, TakesATextThatStandsThereTwiceOnce) {
  const std::string text = "This is a long paragraph that is there for each width.";
  EXPECT_EQ(find("<p>" + text + "<div><p>" + text + "</div>").text(), text);
  EXPECT_EQ(find("<p>" + text + "<p>" + text).text(), text + "\n" + text);
  const std::string line = "This line repeats on purpose now.";
  EXPECT_EQ(find("<p>" + line + "<div><p>" + line + "</div>").text(), line + "\n" + line);
}

TEST(MainText, LeavesOutBlocksOfTheSitesOtherPages) {
  const std::vector<float> seen = {0, 1, 0, 0};
  ASSERT_EQ(find(kPage).page.blocks.size(), seen.size());
  EXPECT_EQ(find(kPage, seen).text(), "And this is the second one, as long.");
}

std::string with_headings(std::string_view page) {
  MainText main = find(page);
  add_headings(main);
  return main.text();
}

TEST(MainText, GetsTheHeadingsAboveIt) {
  const std::string text = "This is the first long paragraph.",
                    more = "And this is the second one.";
  EXPECT_EQ(find("<h1>A river</h1><p>By Ann<p>" + text).text(), text);
  EXPECT_EQ(with_headings("<h1>Site</h1><h1><div>A</div><div>river</div></h1><p>By Ann<p>" + text),
            "A\nriver\n" + text);
  EXPECT_EQ(with_headings("<h2>Part</h2><p>" + text + "<h2>Two</h2><h3>First</h3><p>" + more +
                          "<h2>More</h2>"),
            "Part\n" + text + "\nTwo\nFirst\n" + more);
  EXPECT_EQ(
      with_headings("<nav><h1>Menu</h1></nav><p>" + text + "<aside><h2>Ads</h2></aside><p>" + more),
      text + "\n" + more);
  EXPECT_EQ(with_headings("<h1></h1>"), "");
}

TEST(MainText, OfAPageWithoutTextIsEmpty) {
  EXPECT_EQ(find("<script>var x = 1;</script>").text(), "");
  EXPECT_EQ(find("").confidence, 0);
}

TEST(MainText, MaximisesExpectedF1) {
  std::vector<ScoredBlock> scores = {{0.9f, false}, {0.1f, false}, {0.6f, false}};
  const std::vector<std::uint32_t> words = {100, 100, 100};
  // Of 160 expected words: 90 of 100 taken, 150 of 200, 160 of 300.
  EXPECT_NEAR(choose_blocks(words, scores), 2 * 150 / (200.0 + 160), 1e-6);
  EXPECT_TRUE(scores[0].is_main && !scores[1].is_main && scores[2].is_main);
}

// Every set of blocks, against the prefix.
TEST(MainText, NoOtherChoiceIsBetter) {
  std::vector<ScoredBlock> scores = {{.8f}, {.3f}, {.55f}, {.1f}, {.45f}, {.7f}, {.05f}};
  const std::vector<std::uint32_t> words = {3, 50, 12, 200, 1, 40, 7};
  double total = 0, best = 0;
  for (std::size_t k = 0; k < words.size(); ++k)
    total += static_cast<double>(scores[k].probability) * words[k];
  for (unsigned set = 1; set < 1u << words.size(); ++set) {
    double hit = 0, taken = 0;
    for (std::size_t k = 0; k < words.size(); ++k) {
      if ((set >> k & 1) == 0) continue;
      hit += static_cast<double>(scores[k].probability) * words[k];
      taken += words[k];
    }
    best = std::max(best, 2 * hit / (taken + total));
  }
  EXPECT_NEAR(choose_blocks(words, scores), best, 1e-9);
}

TEST(MainText, OfHostilePagesTakesBoundedTime) {
  EXPECT_EQ(find("<p>" + std::string(10 << 20, 'x')).page.blocks.size(), 1U);
  std::string many;
  for (int i = 0; i < 250'000; ++i) many += i % 2 == 0 ? "<b>x" : "</div>";
  EXPECT_FALSE(find(many).page.blocks.empty());
}

}  // namespace
}  // namespace freshet
