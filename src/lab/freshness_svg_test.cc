#include "lab/freshness_svg.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(FreshnessSvg, DrawsALineForEachPolicy) {
  const std::string svg = draw_freshness("t", {{"one", {{0.01, 0.8, 0.7, 0.9}, {0.1, 0.9, 0.8, 1}}},
                                               {"two", {{0.01, 0.85, 0.7, 0.9}}}});
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find(">one</text>"), std::string::npos);
  EXPECT_NE(svg.find("two at 0.01: 0.8500 (0.7000 to 0.9000)"), std::string::npos);
  std::size_t lines = 0;
  for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1))
    ++lines;
  EXPECT_EQ(lines, 2U);
}

TEST(FreshnessSvg, NamesCannotBecomeMarkup) {
  const std::string svg = draw_freshness("<script>", {{"a<b>&c", {{0.1, 1, 1, 1}}}});
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b&gt;&amp;c"), std::string::npos);
}

TEST(FreshnessSvg, OfNothingIsStillADrawing) {
  EXPECT_TRUE(draw_freshness("", {}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace freshet
