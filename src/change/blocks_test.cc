#include "change/blocks.h"

#include <gtest/gtest.h>

#include "change/page_versions_test.h"

namespace freshet {
namespace {

using Texts = std::vector<std::string>;

Texts texts_of(std::string_view page) {
  Texts texts;
  for (const Block& block : blocks_of(page)) texts.push_back(block.text);
  return texts;
}

TEST(Blocks, AreWhatAReaderSeesAsOne) {
  EXPECT_EQ(texts_of("<h1>A</h1><p>b <b>c</b><p>d<ul><li>e<li>f</ul><script>g</script>"),
            (Texts{"A", "b c", "d", "e", "f"}));
  EXPECT_EQ(texts_of("<table><tr><td>a<td>b<tr><td>c</table>"), (Texts{"a\tb", "c"}));
  EXPECT_EQ(texts_of("a<br>b"), (Texts{"a", "b"}));
  EXPECT_TRUE(texts_of("<!-- a --><style>b</style>").empty());
}

TEST(Blocks, KnowTheirLinksImagesAndMarkup) {
  const auto blocks = blocks_of(
      "<p>See <a href='/x?a=1&amp;b=2'>this</a> and <a href=#y>that</a>"
      "<h2>A <em>b</em></h2><p><img src=a.png><img src='data:image/png,x'>");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(blocks[0].links, (Texts{"/x?a=1&b=2", "#y"}));
  EXPECT_EQ(blocks[1].markup, "h2 em ");
  EXPECT_EQ(blocks[2].images, (Texts{"a.png"}));
}

TEST(Blocks, HaveTheLinkThatStandsAroundThem) {
  const auto around = blocks_of("<ul><li><a href=/a><div>text</div></a></ul>");
  const auto inside = blocks_of("<ul><li><div><a href=/a>text</a></div></ul>");
  ASSERT_EQ(around.size(), 1u);
  ASSERT_EQ(inside.size(), 1u);
  EXPECT_EQ(around[0].links, inside[0].links);
  EXPECT_EQ(blocks_of("<a href=/a></a>").at(0).links, (Texts{"/a"}));
  EXPECT_EQ(blocks_of("<p>x<a href=/a>").at(0).links, (Texts{"/a"}));
}

TEST(Blocks, KnowWhereOnThePageTheyStand) {
  const auto blocks = blocks_of(
      "<nav>a</nav><main>b<aside>c</aside></main><footer>d</footer><div class='cookie-banner'>"
      "<p>e</p></div><div style='display: none'>f</div><div role=dialog>g</div>h");
  ASSERT_EQ(blocks.size(), 8u);
  EXPECT_TRUE(blocks[0].place & kInMenu);
  EXPECT_EQ(blocks[1].place, kInMain);
  EXPECT_TRUE(blocks[2].place & kInAside);
  EXPECT_TRUE(blocks[3].place & kInFooter);
  EXPECT_TRUE(blocks[4].place & kInOverlay);
  EXPECT_TRUE(blocks[5].place & kHidden);
  EXPECT_TRUE(blocks[6].place & kInOverlay);
  EXPECT_EQ(blocks[7].place, 0u);
}

// The key is the first byte; the others are the address, each xor the key.
TEST(Blocks, ReadAddressesThatWereEncodedAtRandom) {
  EXPECT_EQ(readable_link("/cdn-cgi/l/email-protection#4221022c6c21"), "mailto:c@n.c");
  EXPECT_EQ(readable_link("/cdn-cgi/l/email-protection#0a694a642469"), "mailto:c@n.c");
  EXPECT_EQ(readable_link("/cdn-cgi/l/email-protection#"), "/cdn-cgi/l/email-protection#");
  EXPECT_EQ(readable_link("/cdn-cgi/l/email-protection#zz"), "/cdn-cgi/l/email-protection#zz");
  EXPECT_EQ(readable_link("/cdn-cgi/l/email-protection#42216"), "mailto:c");
  EXPECT_EQ(readable_link("/a"), "/a");
}

TEST(Blocks, TellsTextsOfTheTemplateFromOthers) {
  const std::string page = "<p>Menu</p><p>Price: <b>7</b></p><p><img src=x.png></p><p>Imprint</p>";
  const auto at = [&](std::string_view text) {
    return static_cast<std::uint32_t>(page.find(text));
  };
  const std::vector<std::uint32_t> repeated = {at("Menu"), at("Price"), at("Imprint")};
  const auto blocks = read_blocks(page, index_tags(page, Scripting::off), Scripting::off, repeated);
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_TRUE(blocks[0].place & kInTemplate);
  EXPECT_FALSE(blocks[1].place & kInTemplate) << "the label is repeated, the price is not";
  EXPECT_FALSE(blocks[2].place & kInTemplate) << "it has no text";
  EXPECT_TRUE(blocks[3].place & kInTemplate);
}

}  // namespace
}  // namespace freshet
