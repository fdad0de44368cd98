#include "select/element_text.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace freshet {
namespace {

using enum TagName;

// Elements that stand within a line.
constexpr std::array kInline = {a,      b,      big,  button, code, em, font, i,      img,   input,
                                ins,    label,  nobr, output, q,    s,  samp, select, small, span,
                                strike, strong, sub,  sup,    time, tt, u,    var,    wbr};
// Names that no list of known ones has: abbr, cite, del, dfn, kbd, mark, bdi, bdo, data.
constexpr std::array<std::string_view, 9> kOtherInline = {"abbr", "cite", "del", "dfn", "kbd",
                                                          "mark", "bdi",  "bdo", "data"};
constexpr std::array kUnseen = {script, style, title, noscript, head};

bool is_inline(const HtmlTree& tree, NodeNumber node) {
  const TagName name = tree[node].name;
  if (name == unknown)
    return std::ranges::find(kOtherInline, tree.name(node)) != kOtherInline.end();
  return std::ranges::find(kInline, name) != kInline.end();
}

// Collects words; a break is written only between words.
class Lines {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      if (is_ascii_whitespace(c)) {
        has_space_ = true;
        continue;
      }
      if (!out_.empty() && has_break_)
        out_ += '\n';
      else if (!out_.empty() && has_space_)
        out_ += ' ';
      has_break_ = has_space_ = false;
      out_ += c;
    }
  }
  void end_line() { has_break_ = true; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  bool has_break_ = false;
  bool has_space_ = false;
};

}  // namespace

std::string element_text(const HtmlTree& tree, NodeNumber top) {
  Lines lines;
  NodeNumber node = top;
  while (true) {
    const TreeNode& at = tree[node];
    const bool is_element = at.kind == NodeKind::element;
    const bool is_hidden = is_element && node != top && at.space == Namespace::html &&
                           std::ranges::find(kUnseen, at.name) != kUnseen.end();
    if (at.kind == NodeKind::text) lines.add(tree.text(node));
    if (is_element && !is_inline(tree, node)) lines.end_line();
    const bool enters = !is_hidden && at.first_child != kNoNode &&
                        tree[at.first_child].kind != NodeKind::template_content;
    if (enters) {
      node = at.first_child;
      continue;
    }
    while (node != top && tree[node].next == kNoNode) {
      node = tree[node].parent;
      if (tree.is_element(node) && !is_inline(tree, node)) lines.end_line();
    }
    if (node == top) return lines.take();
    node = tree[node].next;
  }
}

std::string element_label(const HtmlTree& tree, NodeNumber element) {
  std::string id, classes;
  tree.each_attribute(element, [&](const std::string& name, const std::string& value) {
    if (name == "id") id = "#" + value;
    if (name != "class") return;
    bool is_new = true;
    for (const char c : value) {
      if (is_ascii_whitespace(c)) {
        is_new = true;
        continue;
      }
      if (is_new) classes += '.';
      is_new = false;
      classes += c;
    }
  });
  return tree.name(element) + id + classes;
}

}  // namespace freshet
