#include "select/element_text.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(ElementText, HasALineForEachBlock) {
  const HtmlTree tree = parse_html_tree(
      "<title>t</title><style>s</style><h1>Prices  <b>of</b>\n today</h1><ul><li>one<li>t<i>w</i>o"
      "</ul><template>x</template><p><script>1</script>a<br>b <abbr>c</abbr>",
      Scripting::off);
  EXPECT_EQ(element_text(tree, 0), "Prices of today\none\ntwo\na\nb c");
}

TEST(ElementText, OfAHiddenElementItselfIsItsText) {
  const HtmlTree tree = parse_html_tree("<script>var a</script>", Scripting::off);
  NodeNumber node = 0;
  while (tree[node].name != TagName::script) node = tree.next_in(node, 0);
  EXPECT_EQ(element_text(tree, node), "var a");
}

TEST(ElementText, LabelsAreLikeSelectors) {
  const HtmlTree tree = parse_html_tree("<p class=' a  b' id=c>", Scripting::off);
  NodeNumber node = 0;
  while (tree[node].name != TagName::p) node = tree.next_in(node, 0);
  EXPECT_EQ(element_label(tree, node), "p#c.a.b");
}

}  // namespace
}  // namespace freshet
