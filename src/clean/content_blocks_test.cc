#include "clean/content_blocks.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

ContentPage read(std::string_view page) {
  return read_content_blocks(page, index_tags(page, Scripting::off), Scripting::off);
}

// The texts of the blocks, each behind the names of the elements around it.
std::vector<std::string> lines(std::string_view html) {
  const ContentPage page = read(html);
  std::vector<std::string> lines;
  for (const ContentBlock& block : page.blocks) {
    std::string path;
    for (std::size_t e = block.element; e > 0; e = page.elements[e].parent)
      path = std::string(tag_name_text(page.elements[e].name)) + " " + path;
    lines.push_back(path + "| " + block.text);
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ContentBlocks, KnowTheElementsAroundThem) {
  EXPECT_EQ(lines("<div><p>One <b>bold</b> word<p>Two</div><ul><li>a<li>b</ul>"),
            (Lines{"div p | One bold word", "div p | Two", "ul li | a", "ul li | b"}));
}

TEST(ContentBlocks, AreTableCells) {
  EXPECT_EQ(lines("<table><tr><td>a<td>b<tr><td>c</table>d"),
            (Lines{"table tr td | a", "table tr td | b", "table tr td tr td | c", "| d"}));
}

TEST(ContentBlocks, GoOnBehindALineBreakAndAScript) {
  EXPECT_EQ(lines("<p>one<br>two<script>var x;</script> three</p>"), (Lines{"p | one\ntwo three"}));
}

TEST(ContentBlocks, KeepPreformattedText) {
  EXPECT_EQ(lines("<pre>a\n  b</pre><p>c   d"), (Lines{"pre | a\n  b", "p | c d"}));
}

TEST(ContentBlocks, IncludeNoscript) {
  EXPECT_EQ(lines("<noscript><div>Post</div></noscript>"), (Lines{"noscript div | Post"}));
}

TEST(ContentBlocks, LeaveOutWhatIsNotSeenOrNotRead) {
  EXPECT_EQ(lines("<title>T</title><style>p{}</style><template><p>x</p></template>"
                  "<textarea>y</textarea><svg><text>z</text></svg><p>seen"),
            (Lines{"p | seen"}));
  EXPECT_EQ(read("<title>A &amp;  B</title>x").title, "A & B");
}

TEST(ContentBlocks, NeedAWord) { EXPECT_EQ(lines("<p>--<p>| <p>ok"), (Lines{"p | ok"})); }

TEST(ContentBlocks, CountLinks) {
  const ContentPage page = read("<p>see <a href=x>this one</a> and<img src=y> <a>that</a></p>");
  ASSERT_EQ(page.blocks.size(), 1U);
  const BlockCounts& counts = page.blocks[0].counts;
  EXPECT_EQ(counts.words, 5U);
  EXPECT_EQ(counts.link_words, 3U);
  EXPECT_EQ(counts.links, 2U);
  EXPECT_EQ(counts.images, 1U);
}

TEST(ContentBlocks, ReadCustomElementsAsBlocks) {
  EXPECT_EQ(lines("<my-card>a</my-card><my-card>b</my-card>"), (Lines{" | a", " | b"}));
  EXPECT_EQ(lines("a <kbd>b</kbd> c"), (Lines{"| a b c"}));
}

TEST(ContentBlocks, AreBoundedOnHostilePages) {
  std::string deep, many;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  EXPECT_EQ(read(deep + "x").blocks.size(), 1U);
  EXPECT_LE(read(deep + "x").elements.size(), kContentDepthMax + 1);
  for (std::size_t i = 0; i < kContentBlocksMax + 100; ++i) many += "<p>x";
  EXPECT_EQ(read(many).blocks.size(), kContentBlocksMax);
  EXPECT_TRUE(read("").blocks.empty());
}

}  // namespace
}  // namespace freshet
