#include "crawl/link_header.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(LinkHeaderTest, ReadsSeveralLinksAndTheirRelations) {
  const auto links = parse_link_header(
      R"(<https://h.example/a,b;c>; title="x, <y>; z"; rel="Next start" , </c>;rel=prev,<d> ; rel = canonical)");
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].url, "https://h.example/a,b;c");
  EXPECT_TRUE(has_rel(links[0].rels, "next"));
  EXPECT_TRUE(has_rel(links[0].rels, "start"));
  EXPECT_FALSE(has_rel(links[0].rels, "prev"));
  EXPECT_EQ(links[1].url, "/c");
  EXPECT_EQ(links[1].rels, "prev");
  EXPECT_EQ(links[2].rels, "canonical");
}

TEST(LinkHeaderTest, LeavesOutLinksThatSpeakOfAnotherPage) {
  EXPECT_TRUE(parse_link_header(R"(</a>; rel=next; anchor="/b")").empty());
}

TEST(LinkHeaderTest, ReadsAnything) {
  for (const char* text : {"", "<", "<a", "<>", "<a>;", "<a>; rel", "<a>; rel=\"", "<a>; rel=\"\\",
                           ",,;;<a>;;;=,<b>", "a; rel=next"})
    EXPECT_LE(parse_link_header(text).size(), 2U) << text;
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "</x>; rel=next, ";
  EXPECT_EQ(parse_link_header(many).size(), kLinksOfHeaderMax);
}

}  // namespace
}  // namespace freshet
