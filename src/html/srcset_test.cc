#include "html/srcset.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::string candidates(std::string_view srcset) {
  std::string all;
  std::size_t at = 0;
  while (const auto url = next_srcset_url(srcset, at)) all += "[" + std::string(*url) + "]";
  return all;
}

TEST(SrcsetTest, ListsCandidates) {
  EXPECT_EQ(candidates("a.png 1x, b.png 2x"), "[a.png][b.png]");
  EXPECT_EQ(candidates("a.png"), "[a.png]");
  EXPECT_EQ(candidates("a.png 100w 50h,b.png"), "[a.png][b.png]");
  EXPECT_EQ(candidates(" ,, \n"), "");
  EXPECT_EQ(candidates(""), "");
}

// A comma belongs to a URL unless it ends it, and does not separate descriptors in parentheses.
TEST(SrcsetTest, KnowsWhichCommasPart) {
  EXPECT_EQ(candidates("a,b.png 1x,c.png"), "[a,b.png][c.png]");
  EXPECT_EQ(candidates("a.png, b.png,,, c.png"), "[a.png][b.png][c.png]");
  EXPECT_EQ(candidates("a.png (1, 2), b.png"), "[a.png][b.png]");
  EXPECT_EQ(candidates("a.png (1, 2"), "[a.png]");
  EXPECT_EQ(candidates("data:image/gif;base64,AA 1x, b.png 2x"),
            "[data:image/gif;base64,AA][b.png]");
}

std::string refresh(std::string_view content) {
  return std::string(refresh_url(content).value_or("none"));
}

TEST(RefreshTest, FindsTheUrl) {
  EXPECT_EQ(refresh("0;url=/x"), "/x");
  EXPECT_EQ(refresh(" 5.5 , URL = 'a b' c"), "a b");
  EXPECT_EQ(refresh("1 x"), "x");
  EXPECT_EQ(refresh("1;\"x\"y"), "x");
  EXPECT_EQ(refresh("1;'x"), "x");
  EXPECT_EQ(refresh("1;url"), "url");
  EXPECT_EQ(refresh("1;urlx"), "urlx");
  EXPECT_EQ(refresh(".5;x"), "x");
}

TEST(RefreshTest, FindsNoneWhereThePageOnlyReloads) {
  EXPECT_EQ(refresh("5"), "none");
  EXPECT_EQ(refresh("5;"), "none");
  EXPECT_EQ(refresh(""), "none");
  EXPECT_EQ(refresh("x;url=/y"), "none");
  EXPECT_EQ(refresh("5x"), "none");
}

}  // namespace
}  // namespace freshet
