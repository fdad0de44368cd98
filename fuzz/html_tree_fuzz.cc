// Reads: src/html/html_tree.cc src/html/tag_tree.cc src/html/tag_tree_text.cc src/html/tree_text.cc
// Reads: src/html/open_elements.cc src/select/element_text.cc
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/utf8.h"
#include "html/html_tree.h"
#include "select/element_text.h"

using freshet::kNoNode;
using freshet::NodeNumber;
using freshet::require;

namespace {

void check(std::string_view page, freshet::Scripting scripting) {
  const freshet::HtmlTree tree = freshet::parse_html_tree(page, scripting);
  std::size_t linked = 1;
  for (NodeNumber node = 0; node < tree.size(); ++node) {
    NodeNumber before = kNoNode;
    for (NodeNumber child = tree[node].first_child; child != kNoNode; child = tree[child].next) {
      require(tree[child].parent == node && tree[child].previous == before, "links both ways");
      before = child;
      ++linked;
    }
    require(tree[node].last_child == before, "the last child is the last");
    if (tree.is_element(node)) {
      require(!tree.name(node).empty(), "an element has a name");
      tree.each_attribute(node, [](const std::string& name, const std::string&) {
        require(!name.empty(), "an attribute has a name");
      });
    }
  }
  require(linked <= tree.size(), "a node is in one place");
  const std::string text = freshet::element_text(tree, 0);
  require(freshet::valid_utf8_length(text) == text.size(), "text is UTF-8");
  require(text.size() <= tree.text_content(0).size() + tree.size(), "text is not longer");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string page = freshet::repair_utf8({reinterpret_cast<const char*>(bytes), size});
  check(page, freshet::Scripting::on);
  check(page, freshet::Scripting::off);
  return 0;
}
