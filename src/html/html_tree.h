// The tree of a page, as a browser builds it (WHATWG HTML 13.2.6): implied elements are there,
// misnested ones are mended, text in the wrong place of a table is moved before it.
//
// Most readers of a page need no tree (page_walk.h). Selectors do: what a browser's inspector
// copies counts children of the browser's tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

enum class Namespace : std::uint8_t { html, svg, math };

using NodeNumber = std::uint32_t;
inline constexpr NodeNumber kNoNode = ~NodeNumber{0};

enum class NodeKind : std::uint8_t {
  document,
  element,
  text,
  comment,           // without its text
  template_content,  // the only child of a <template>; not part of the page that a reader sees
};

struct TreeNode {
  NodeKind kind = NodeKind::element;
  Namespace space = Namespace::html;
  TagName name = TagName::unknown;  // of an element
  NodeNumber parent = kNoNode;
  NodeNumber first_child = kNoNode;
  NodeNumber last_child = kNoNode;
  NodeNumber previous = kNoNode;
  NodeNumber next = kNoNode;
  std::uint32_t content = 0;  // of an element or a text: which one
};

// Names and attributes are views of the page, which outlives the tree. Node 0 is the document.
class HtmlTree {
 public:
  // A larger tree is cut: a hostile page of a few megabytes could ask for billions of elements.
  static constexpr std::size_t kNodesMax = std::size_t{1} << 22;

  HtmlTree();

  const TreeNode& operator[](NodeNumber node) const { return nodes_[node]; }
  std::size_t size() const { return nodes_.size(); }
  // Returns true if the page was too deep or too large, so that its end is missing.
  bool is_cut() const { return is_cut_; }

  bool is_element(NodeNumber node) const { return nodes_[node].kind == NodeKind::element; }
  // Returns the name of an element in lower case.
  std::string name(NodeNumber element) const;
  // Returns the text of a text node.
  const std::string& text(NodeNumber node) const { return texts_[nodes_[node].content]; }
  // Calls visit(name in lower case, value) for each attribute of an element once, in order.
  void each_attribute(
      NodeNumber element,
      const std::function<void(const std::string&, const std::string&)>& visit) const;
  // Returns the node after `node` in document order that is in `top` or is not; kNoNode at the end.
  // The content of templates is skipped.
  NodeNumber next_in(NodeNumber node, NodeNumber top) const;
  // Returns the text of the node and of all that it contains, scripts and styles included.
  std::string text_content(NodeNumber node) const;

 private:
  friend class TreeEditor;

  // As written on the page.
  struct Written {
    std::string_view name;                // empty: the element was implied
    std::vector<std::string_view> rests;  // what follows the name; of body and html maybe several
  };

  std::vector<TreeNode> nodes_;
  std::vector<Written> elements_;
  std::vector<std::string> texts_;
  bool is_cut_ = false;
};

// Returns the tree of `page`, which is UTF-8 and at most kIndexedBytesMax long.
HtmlTree parse_html_tree(std::string_view page, Scripting scripting);

}  // namespace freshet
