// The stack of open elements and the list of active formatting elements of the HTML standard
// (13.2.4.2, 13.2.4.3), with the algorithms on both. Names only, unless a tree is built with them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "html/element_rules.h"
#include "html/html_tree.h"
#include "html/tag_names.h"
#include "html/tree_editor.h"

namespace freshet {

// A start or end tag for the tree rules. Must not outlive the page: `rest` is a view of it.
struct TagToken {
  TagKey key;
  std::string_view rest;  // the part after the name, including the '>'
  bool self_closing = false;
  std::string_view written = {};  // the name as on the page; empty: implied

  TagName name() const { return key.name; }
  bool is_hidden_input() const;
};

struct OpenElement {
  TagKey key;
  Namespace space;
  bool html_inside;  // a MathML annotation-xml that contains HTML
  std::uint32_t id;  // distinguishes elements of the same name
  NodeNumber node = kNoNode;

  TagName name() const { return key.name; }
  bool is_html() const { return space == Namespace::html; }
  bool is_html(TagName wanted) const { return is_html() && name() == wanted; }
  bool has(unsigned traits) const;
  bool is_math_text_point() const;
  bool is_html_point() const;  // "HTML integration point"
};

class OpenElements {
 public:
  // Deeper pages are not followed: see `too_deep`. Bounds every step.
  static constexpr std::size_t kDepthMax = 2048;
  static constexpr std::size_t kFormattingMax = 256;  // entries and markers

  // `tree`: null if none is built; otherwise it outlives this. A tree follows today's rules for
  // <select>, which may contain any element; the tag index those before.
  explicit OpenElements(TreeEditor* tree = nullptr) : tree_(tree) {}

  bool empty() const { return stack_.empty(); }
  std::size_t size() const { return stack_.size(); }
  const OpenElement& current() const { return stack_.back(); }
  const OpenElement& operator[](std::size_t i) const { return stack_[i]; }
  bool current_is(TagName name) const { return !empty() && current().is_html(name); }
  bool too_deep() const { return too_deep_; }
  std::size_t templates() const { return templates_; }

  std::uint32_t push(const TagToken& token, Namespace space = Namespace::html,
                     bool html_inside = false);
  std::uint32_t push(TagName name);                         // one that the page omitted
  std::uint32_t push_again(TagName name, NodeNumber node);  // one that was popped
  // Puts an element without content into the tree.
  void insert(const TagToken& token, Namespace space = Namespace::html);
  void pop();
  void pop_to_size(std::size_t size);
  void pop_until_popped(TagName name);
  void remove(std::uint32_t id);
  void pop_to_context(bool (*is_context)(TagName));

  bool has_in_scope(TagName name, unsigned scope = kScope) const;
  bool has_in_select_scope(TagName name) const;
  std::optional<std::size_t> find(std::uint32_t id) const;
  bool id_in_scope(std::uint32_t id) const;
  void generate_implied_end_tags(TagName except = TagName::unknown);
  void generate_all_implied_end_tags();
  void close_paragraph();
  // "Any other end tag" of the body.
  void close_by_name(const TagToken& token);

  void add_formatting(const TagToken& token, std::uint32_t id);
  void add_marker();
  void clear_to_marker();
  void reconstruct_formatting();
  bool has_formatting(TagName name) const { return find_formatting(name).has_value(); }
  std::optional<std::uint32_t> formatting_id(TagName name) const;
  void remove_formatting(std::uint32_t id);
  void adoption_agency(const TagToken& token);

  // --- The tree ---

  // If true, what would be put into a table, but not into one of its cells, goes before it ("foster
  // parenting").
  void set_fostering(bool fosters) { fosters_ = fosters; }
  // Returns where a node goes that is put into the current element.
  TreePlace place() const { return empty() ? TreePlace{.parent = 0} : place_in(stack_.size() - 1); }

 private:
  // A marker has no element: id 0.
  struct Formatting {
    std::uint32_t id;
    TagToken token;
  };

  std::optional<std::size_t> find_formatting(TagName name) const;
  std::optional<std::size_t> find_formatting_by_id(std::uint32_t id) const;
  bool adopt_once(const TagToken& token);
  void move_formatting(std::size_t entry, std::size_t formatting, std::size_t block);
  bool stops(const OpenElement& element, unsigned scope) const;
  NodeNumber make_node(const TagToken& token, Namespace space) const;
  TreePlace place_in(std::size_t i) const;
  TreePlace foster_place() const;
  void erase(std::size_t i);
  void note(const OpenElement& element, int step);

  std::vector<OpenElement> stack_;
  std::vector<Formatting> formatting_;
  std::uint32_t last_id_ = 0;
  std::size_t templates_ = 0;
  bool too_deep_ = false;
  bool fosters_ = false;
  TreeEditor* tree_;
};

}  // namespace freshet
