#include "lab/coherence_svg.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freshet {
namespace {

TEST(CoherenceSvg, DrawsALineForEachPolicy) {
  const std::vector<CoherenceRow> rows = {{.policy = "a<b", .inducible = 0.9},
                                          {.policy = "two", .eta = 0.2, .inducible = 0.7},
                                          {.policy = "two", .eta = 0.4, .inducible = 0.8}};
  const std::string svg = draw_coherence("<script>", rows);
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
  EXPECT_NE(svg.find("a&lt;b"), std::string::npos);
  EXPECT_NE(svg.find("two, eta 0.4: 0.8000 expected"), std::string::npos);
  std::size_t lines = 0;
  for (std::size_t at = svg.find("<polyline"); at != std::string::npos;
       at = svg.find("<polyline", at + 1))
    ++lines;
  EXPECT_EQ(lines, 2U);
  EXPECT_TRUE(draw_coherence("", {}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace freshet
