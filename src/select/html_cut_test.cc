#include "select/html_cut.h"

#include <gtest/gtest.h>

#include "select/css_selector.h"

namespace freshet {
namespace {

std::string without(std::string_view page, std::string_view selector) {
  const HtmlTree tree = parse_html_tree(page, Scripting::off);
  return html_without(tree, *CssSelector::parse(selector)->find(tree), Scripting::off);
}

TEST(HtmlCut, LeavesOutElements) {
  EXPECT_EQ(without("<p class=x>a<p>b<ul><li>c<li class='x \"y\"'>d &lt;</ul>", ".x"),
            "<html><head></head><body><p>b</p><ul><li>c</li></ul></body></html>");
  EXPECT_EQ(without("<p title='a\"&amp;'>a &lt; b &amp;amp;<br>c", "i"),
            "<html><head></head><body><p title=\"a&quot;&amp;\">a &lt; b &amp;amp;<br>c</p></body>"
            "</html>");
}

TEST(HtmlCut, LeavesScriptsAndLineEndsAsTheyAre) {
  const std::string once = without("<pre>\n\nx</pre><script>a < b && c</script>", "i");
  EXPECT_EQ(once,
            "<html><head></head><body><pre>\n\nx</pre><script>a < b && c</script></body></html>");
  EXPECT_EQ(without(once, "i"), once);
}

TEST(HtmlCut, OfAnElementInAnotherIsTheOuterOne) {
  EXPECT_EQ(without("<div>a<p>b</div>c", "div, p"), "<html><head></head><body>c</body></html>");
  EXPECT_EQ(without("a", "html"), "");
}

}  // namespace
}  // namespace freshet
