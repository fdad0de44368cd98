// The edits of tree construction on a tree.
#pragma once

#include <string_view>

#include "html/html_tree.h"

namespace freshet {

// A place for a node: before `before`, or at the end of `parent`.
struct TreePlace {
  NodeNumber parent = kNoNode;
  NodeNumber before = kNoNode;
};

// The tree outlives it.
class TreeEditor {
 public:
  explicit TreeEditor(HtmlTree& tree) : tree_(tree) {}

  const HtmlTree& tree() const { return tree_; }

  // Makes an element that is nowhere. `name` and `rest` are views of the page; an empty name: it is
  // implied. kNoNode if the tree is full.
  NodeNumber make_element(TagName known, Namespace space, std::string_view name,
                          std::string_view rest);
  NodeNumber make_comment();
  // Adds attributes that the element does not have yet.
  void add_attributes(NodeNumber element, std::string_view rest);

  // Returns the node that children of `element` are put into: itself, or the content of a template.
  NodeNumber inside(NodeNumber element) const;

  void insert(NodeNumber node, TreePlace place);  // it may be somewhere else before
  void insert_text(std::string_view text, TreePlace place);
  void detach(NodeNumber node);
  void move_children(NodeNumber from, NodeNumber to);

  bool is_full() const { return tree_.nodes_.size() >= HtmlTree::kNodesMax; }
  void cut() { tree_.is_cut_ = true; }

 private:
  TreeNode& at(NodeNumber node) { return tree_.nodes_[node]; }
  NodeNumber add(const TreeNode& node);

  HtmlTree& tree_;
};

}  // namespace freshet
