#include "html/html_tree.h"

#include <set>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/tag_vectors.h"
#include "html/tree_editor.h"

namespace freshet {
namespace {

// Names of elements and attributes as the tokenizer reports them.
std::string reported_name(std::string_view written) {
  std::string name;
  name.reserve(written.size());
  for (const char c : written) {
    if (c == '\0')
      append_utf8(name, kReplacementCharacter);
    else
      name.push_back(to_ascii_lower(c));
  }
  return name;
}

}  // namespace

HtmlTree::HtmlTree() { nodes_.push_back({.kind = NodeKind::document}); }

std::string HtmlTree::name(NodeNumber element) const {
  const TreeNode& node = nodes_[element];
  if (node.name != TagName::unknown) return std::string(tag_name_text(node.name));
  return reported_name(elements_[node.content].name);
}

void HtmlTree::each_attribute(
    NodeNumber element,
    const std::function<void(const std::string&, const std::string&)>& visit) const {
  std::set<std::string> seen;
  for (const std::string_view rest : elements_[nodes_[element].content].rests) {
    std::size_t at = 0;
    while (const auto attribute = next_attribute(rest, at, rest.size() - 1)) {
      const auto [kept, is_new] = seen.insert(reported_name(attribute->name(rest)));
      if (is_new) visit(*kept, decode_attribute(attribute->value(rest)));
    }
  }
}

NodeNumber HtmlTree::next_in(NodeNumber node, NodeNumber top) const {
  const NodeNumber child = nodes_[node].first_child;
  if (child != kNoNode && nodes_[child].kind != NodeKind::template_content) return child;
  for (; node != top; node = nodes_[node].parent)
    if (nodes_[node].next != kNoNode) return nodes_[node].next;
  return kNoNode;
}

std::string HtmlTree::text_content(NodeNumber node) const {
  std::string out;
  for (NodeNumber at = node; at != kNoNode; at = next_in(at, node))
    if (nodes_[at].kind == NodeKind::text) out += text(at);
  return out;
}

NodeNumber TreeEditor::add(const TreeNode& node) {
  if (is_full()) {
    cut();
    return kNoNode;
  }
  tree_.nodes_.push_back(node);
  return static_cast<NodeNumber>(tree_.nodes_.size() - 1);
}

NodeNumber TreeEditor::make_element(TagName known, Namespace space, std::string_view name,
                                    std::string_view rest) {
  const NodeNumber made = add({.kind = NodeKind::element,
                               .space = space,
                               .name = known,
                               .content = static_cast<std::uint32_t>(tree_.elements_.size())});
  if (made == kNoNode) return made;
  tree_.elements_.push_back({.name = name, .rests = {}});
  if (!rest.empty()) tree_.elements_.back().rests.push_back(rest);
  if (known == TagName::template_ && space == Namespace::html) {
    const NodeNumber content = add({.kind = NodeKind::template_content});
    if (content != kNoNode) insert(content, {.parent = made});
  }
  return made;
}

NodeNumber TreeEditor::make_comment() { return add({.kind = NodeKind::comment}); }

void TreeEditor::add_attributes(NodeNumber element, std::string_view rest) {
  tree_.elements_[at(element).content].rests.push_back(rest);
}

NodeNumber TreeEditor::inside(NodeNumber element) const {
  const NodeNumber child = tree_[element].first_child;
  const bool is_template = child != kNoNode && tree_[child].kind == NodeKind::template_content;
  return is_template ? child : element;
}

void TreeEditor::detach(NodeNumber node) {
  TreeNode& gone = at(node);
  if (gone.parent == kNoNode) return;
  TreeNode& parent = at(gone.parent);
  (gone.previous == kNoNode ? parent.first_child : at(gone.previous).next) = gone.next;
  (gone.next == kNoNode ? parent.last_child : at(gone.next).previous) = gone.previous;
  gone.parent = gone.previous = gone.next = kNoNode;
}

void TreeEditor::insert(NodeNumber node, TreePlace place) {
  if (node == kNoNode || place.parent == kNoNode) return;
  detach(node);
  TreeNode& parent = at(place.parent);
  TreeNode& added = at(node);
  added.parent = place.parent;
  added.next = place.before;
  added.previous = place.before == kNoNode ? parent.last_child : at(place.before).previous;
  (added.previous == kNoNode ? parent.first_child : at(added.previous).next) = node;
  (added.next == kNoNode ? parent.last_child : at(added.next).previous) = node;
}

void TreeEditor::insert_text(std::string_view text, TreePlace place) {
  if (place.parent == kNoNode || tree_[place.parent].kind == NodeKind::document) return;
  const NodeNumber before =
      place.before == kNoNode ? tree_[place.parent].last_child : tree_[place.before].previous;
  if (before != kNoNode && tree_[before].kind == NodeKind::text) {
    tree_.texts_[tree_[before].content] += text;
    return;
  }
  const NodeNumber made =
      add({.kind = NodeKind::text, .content = static_cast<std::uint32_t>(tree_.texts_.size())});
  if (made == kNoNode) return;
  tree_.texts_.emplace_back(text);
  insert(made, place);
}

void TreeEditor::move_children(NodeNumber from, NodeNumber to) {
  if (from == kNoNode || to == kNoNode) return;
  for (NodeNumber child = tree_[from].first_child; child != kNoNode;
       child = tree_[from].first_child)
    insert(child, {.parent = to});
}

HtmlTree parse_html_tree(std::string_view page, Scripting scripting) {
  require(page.size() <= kIndexedBytesMax, "a page within kIndexedBytesMax");
  HtmlTree tree;
  TreeEditor editor(tree);
  if (!scan_into_tree(page, scripting, editor)) editor.cut();
  return tree;
}

}  // namespace freshet
