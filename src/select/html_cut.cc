#include "select/html_cut.h"

#include <algorithm>
#include <array>
#include <vector>

namespace freshet {
namespace {

// HTML standard, 13.3 "Serializing HTML fragments".
constexpr std::array<std::string_view, 18> kVoidNames = {
    "area", "base",  "basefont", "bgsound", "br",   "col",   "embed",  "frame", "hr",
    "img",  "input", "keygen",   "link",    "meta", "param", "source", "track", "wbr"};
constexpr std::array<std::string_view, 7> kRawNames = {"style",   "script",   "xmp",      "iframe",
                                                       "noembed", "noframes", "plaintext"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

class HtmlWriter {
 public:
  HtmlWriter(const HtmlTree& tree, Scripting scripting) : tree_(tree), scripting_(scripting) {}

  void open(NodeNumber element) {
    const std::string name = tree_.name(element);
    out_ += '<';
    out_ += name;
    tree_.each_attribute(element, [&](const std::string& key, const std::string& value) {
      out_ += ' ';
      out_ += key;
      out_ += "=\"";
      escape(value, true);
      out_ += '"';
    });
    out_ += '>';
    // The first line end in these is not part of the text.
    if (name == "pre" || name == "textarea" || name == "listing") out_ += '\n';
  }

  void close(NodeNumber element) {
    const std::string name = tree_.name(element);
    if (tree_[element].space == Namespace::html && is_one_of(kVoidNames, name)) return;
    out_ += "</";
    out_ += name;
    out_ += '>';
  }

  void text(NodeNumber node) {
    const NodeNumber parent = tree_[node].parent;
    const bool is_raw = tree_.is_element(parent) && tree_[parent].space == Namespace::html &&
                        (is_one_of(kRawNames, tree_.name(parent)) ||
                         (scripting_ == Scripting::on && tree_.name(parent) == "noscript"));
    if (is_raw)
      out_ += tree_.text(node);
    else
      escape(tree_.text(node), false);
  }

  std::string take() { return std::move(out_); }

 private:
  void escape(std::string_view text, bool is_attribute) {
    for (const char c : text) {
      if (c == '&')
        out_ += "&amp;";
      else if (c == '"' && is_attribute)
        out_ += "&quot;";
      else if (c == '<' && !is_attribute)
        out_ += "&lt;";
      else
        out_ += c;
    }
  }

  const HtmlTree& tree_;
  Scripting scripting_;
  std::string out_;
};

}  // namespace

std::string html_without(const HtmlTree& tree, std::span<const NodeNumber> removed,
                         Scripting scripting) {
  std::vector<bool> is_removed(tree.size());
  for (const NodeNumber node : removed) is_removed[node] = true;
  HtmlWriter writer(tree, scripting);
  NodeNumber node = 0;
  while (true) {
    const bool is_written = !is_removed[node];
    const bool is_element = tree.is_element(node);
    if (is_written && is_element) writer.open(node);
    if (is_written && tree[node].kind == NodeKind::text) writer.text(node);
    const NodeNumber child = tree[node].first_child;
    if (is_written && child != kNoNode && tree[child].kind != NodeKind::template_content) {
      node = child;
      continue;
    }
    if (is_written && is_element) writer.close(node);
    while (node != 0 && tree[node].next == kNoNode) {
      node = tree[node].parent;
      if (tree.is_element(node)) writer.close(node);
    }
    if (node == 0) return writer.take();
    node = tree[node].next;
  }
}

}  // namespace freshet
