#include "html/open_elements.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/foreign_content.h"

namespace freshet {
namespace {

constexpr int kAdoptionRounds = 8;     // the standard's outer loop limit
constexpr int kAdoptionInnerKept = 3;  // formatting elements that one round keeps
constexpr std::size_t kNoahsArk = 3;   // limit of equal active formatting elements

}  // namespace

bool TagToken::is_hidden_input() const {
  const auto type = find_attribute_in(rest, "type");
  return type && equals_ignoring_case(decode_attribute(*type), "hidden");
}

bool OpenElement::is_math_text_point() const {
  return space == Namespace::math && freshet::is_math_text_point(name());
}

bool OpenElement::is_html_point() const {
  if (space == Namespace::math) return html_inside;
  return space == Namespace::svg && is_svg_html_point(name());
}

bool OpenElement::has(unsigned traits) const {
  if (is_html()) return has_trait(name(), traits);
  const bool stops = is_math_text_point() ||
                     (space == Namespace::math && name() == TagName::annotation_xml) ||
                     (space == Namespace::svg && is_html_point());
  return stops && (traits & (kSpecial | kScope | kListItemScope | kButtonScope)) != 0;
}

void OpenElements::note(const OpenElement& element, int step) {
  if (element.is_html(TagName::template_)) templates_ += static_cast<std::size_t>(step);
}

std::uint32_t OpenElements::push(const TagToken& token, Namespace space, bool html_inside) {
  if (stack_.size() >= kDepthMax) too_deep_ = true;
  const NodeNumber node = make_node(token, space);
  if (tree_ != nullptr) tree_->insert(node, place());
  stack_.push_back({.key = token.key,
                    .space = space,
                    .html_inside = html_inside,
                    .id = ++last_id_,
                    .node = node});
  note(stack_.back(), 1);
  return last_id_;
}

std::uint32_t OpenElements::push_again(TagName name, NodeNumber node) {
  stack_.push_back({.key = {.name = name},
                    .space = Namespace::html,
                    .html_inside = false,
                    .id = ++last_id_,
                    .node = node});
  return last_id_;
}

void OpenElements::insert(const TagToken& token, Namespace space) {
  if (tree_ != nullptr) tree_->insert(make_node(token, space), place());
}

NodeNumber OpenElements::make_node(const TagToken& token, Namespace space) const {
  if (tree_ == nullptr) return kNoNode;
  return tree_->make_element(token.name(), space, token.written, token.rest);
}

// 13.2.6.1, "appropriate place for inserting a node", with the i-th element as the target.
TreePlace OpenElements::place_in(std::size_t i) const {
  const OpenElement& target = stack_[i];
  if (fosters_ && target.is_html() &&
      element_rules::any_of(target.name(), TagName::table, TagName::tbody, TagName::tfoot,
                            TagName::thead, TagName::tr))
    return foster_place();
  return {.parent = target.node == kNoNode ? kNoNode : tree_->inside(target.node)};
}

TreePlace OpenElements::foster_place() const {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    const NodeNumber node = stack_[i].node;
    if (node == kNoNode) return {};
    if (stack_[i].is_html(TagName::template_)) return {.parent = tree_->inside(node)};
    if (!stack_[i].is_html(TagName::table)) continue;
    const NodeNumber parent = tree_->tree()[node].parent;
    if (parent != kNoNode) return {.parent = parent, .before = node};
    if (i > 0 && stack_[i - 1].node != kNoNode)
      return {.parent = tree_->inside(stack_[i - 1].node)};
  }
  return {.parent = stack_.front().node};
}

std::uint32_t OpenElements::push(TagName name) {
  return push(TagToken{.key = {.name = name}, .rest = {}});
}

void OpenElements::pop() {
  if (stack_.empty()) return;
  note(stack_.back(), -1);
  stack_.pop_back();
}

void OpenElements::pop_to_size(std::size_t size) {
  while (stack_.size() > size) pop();
}

void OpenElements::pop_until_popped(TagName name) {
  while (!stack_.empty()) {
    const bool found = current().is_html(name);
    pop();
    if (found) return;
  }
}

void OpenElements::erase(std::size_t i) {
  note(stack_[i], -1);
  stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(i));
}

void OpenElements::remove(std::uint32_t id) {
  if (const auto i = find(id)) erase(*i);
}

void OpenElements::pop_to_context(bool (*is_context)(TagName)) {
  while (!stack_.empty() && !(current().is_html() && is_context(current().name()))) pop();
}

bool OpenElements::stops(const OpenElement& element, unsigned scope) const {
  const bool is_select = tree_ != nullptr && element.is_html(TagName::select);
  return element.has(scope) || (is_select && scope != kTableScope);
}

bool OpenElements::has_in_scope(TagName name, unsigned scope) const {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].is_html(name)) return true;
    if (stops(stack_[i], scope)) return false;
  }
  return false;
}

bool OpenElements::has_in_select_scope(TagName name) const {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].is_html(name)) return true;
    if (!stack_[i].is_html(TagName::option) && !stack_[i].is_html(TagName::optgroup)) return false;
  }
  return false;
}

std::optional<std::size_t> OpenElements::find(std::uint32_t id) const {
  for (std::size_t i = stack_.size(); i-- > 0;)
    if (stack_[i].id == id) return i;
  return std::nullopt;
}

bool OpenElements::id_in_scope(std::uint32_t id) const {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].id == id) return true;
    if (stops(stack_[i], kScope)) return false;
  }
  return false;
}

void OpenElements::generate_implied_end_tags(TagName except) {
  while (!stack_.empty() && current().is_html() && current().name() != except &&
         has_trait(current().name(), kImpliedEnd))
    pop();
}

void OpenElements::generate_all_implied_end_tags() {
  while (!stack_.empty() && current().is_html() &&
         has_trait(current().name(), kImpliedEnd | kImpliedEndTable))
    pop();
}

void OpenElements::close_paragraph() {
  generate_implied_end_tags(TagName::p);
  pop_until_popped(TagName::p);
}

void OpenElements::close_by_name(const TagToken& token) {
  for (std::size_t i = stack_.size(); i-- > 0;) {
    if (stack_[i].is_html() && stack_[i].key == token.key) {
      if (i > 0) pop_to_size(i);
      return;
    }
    if (stack_[i].has(kSpecial)) return;
  }
}

void OpenElements::add_formatting(const TagToken& token, std::uint32_t id) {
  std::array<std::size_t, kNoahsArk> equal{};
  std::size_t found = 0;
  // Attributes are compared as written: pages that repeat a tag spell it the same way.
  for (std::size_t i = formatting_.size(); i-- > 0;) {
    if (formatting_[i].id == 0) break;
    const TagToken& other = formatting_[i].token;
    if (other.key != token.key || other.rest != token.rest) continue;
    equal[found++] = i;
    if (found == kNoahsArk) break;
  }
  if (found == kNoahsArk)
    formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(equal[kNoahsArk - 1]));
  if (formatting_.size() >= kFormattingMax) too_deep_ = true;
  formatting_.push_back({id, token});
}

void OpenElements::add_marker() {
  if (formatting_.size() >= kFormattingMax) too_deep_ = true;
  formatting_.push_back({0, {}});
}

void OpenElements::clear_to_marker() {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back().id == 0;
    formatting_.pop_back();
    if (marker) return;
  }
}

void OpenElements::reconstruct_formatting() {
  std::size_t first = formatting_.size();
  while (first > 0 && formatting_[first - 1].id != 0 && !find(formatting_[first - 1].id)) --first;
  for (; first < formatting_.size(); ++first)
    formatting_[first].id = push(formatting_[first].token);
}

std::optional<std::size_t> OpenElements::find_formatting(TagName name) const {
  for (std::size_t i = formatting_.size(); i-- > 0;) {
    if (formatting_[i].id == 0) break;
    if (formatting_[i].token.name() == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> OpenElements::find_formatting_by_id(std::uint32_t id) const {
  for (std::size_t i = formatting_.size(); i-- > 0;)
    if (formatting_[i].id == id) return i;
  return std::nullopt;
}

std::optional<std::uint32_t> OpenElements::formatting_id(TagName name) const {
  const auto i = find_formatting(name);
  if (!i) return std::nullopt;
  return formatting_[*i].id;
}

void OpenElements::remove_formatting(std::uint32_t id) {
  if (const auto i = find_formatting_by_id(id))
    formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(*i));
}

// 13.2.6.4.7, "adoption agency algorithm".
void OpenElements::adoption_agency(const TagToken& token) {
  if (current_is(token.name()) && !find_formatting_by_id(current().id)) {
    pop();
    return;
  }
  for (int round = 0; round < kAdoptionRounds; ++round)
    if (!adopt_once(token)) return;
}

bool OpenElements::adopt_once(const TagToken& token) {
  const auto entry = find_formatting(token.name());
  if (!entry) {
    close_by_name(token);
    return false;
  }
  const std::uint32_t id = formatting_[*entry].id;
  const auto formatting = find(id);
  if (!formatting) {
    remove_formatting(id);
    return false;
  }
  if (!id_in_scope(id)) return false;
  for (std::size_t block = *formatting + 1; block < stack_.size(); ++block) {
    if (!stack_[block].has(kSpecial)) continue;
    move_formatting(*entry, *formatting, block);
    return true;
  }
  pop_to_size(*formatting);
  remove_formatting(id);
  return false;
}

// Steps 4.9 to 4.19: the formatting element moves above the furthest block, and the elements
// between them are recreated or dropped.
void OpenElements::move_formatting(std::size_t entry, std::size_t formatting, std::size_t block) {
  const std::uint32_t formatting_id = formatting_[entry].id;
  const TagToken token = formatting_[entry].token;
  const NodeNumber block_node = stack_[block].node;
  NodeNumber last_node = block_node;
  std::uint32_t bookmark = formatting_id;  // the new entry goes after this one
  bool first_kept = true;
  int inner = 0;
  for (std::size_t i = block; i-- > formatting + 1;) {
    ++inner;
    const auto node_entry = find_formatting_by_id(stack_[i].id);
    if (!node_entry || inner > kAdoptionInnerKept) {
      if (node_entry) remove_formatting(stack_[i].id);
      erase(i);
      --block;
      continue;
    }
    stack_[i].id = formatting_[*node_entry].id = ++last_id_;
    if (tree_ != nullptr) {
      stack_[i].node = make_node(formatting_[*node_entry].token, Namespace::html);
      tree_->insert(last_node, {.parent = stack_[i].node});
      last_node = stack_[i].node;
    }
    if (first_kept) bookmark = last_id_;
    first_kept = false;
  }
  const OpenElement moved = stack_[formatting];
  erase(formatting);
  OpenElement anew = moved;
  anew.id = ++last_id_;
  if (tree_ != nullptr) {
    if (formatting > 0) tree_->insert(last_node, place_in(formatting - 1));
    anew.node = make_node(token, Namespace::html);
    tree_->move_children(block_node, anew.node);
    tree_->insert(anew.node, {.parent = block_node});
  }
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(block), anew);
  const auto behind = find_formatting_by_id(bookmark);
  if (!behind) return;
  formatting_.insert(formatting_.begin() + static_cast<std::ptrdiff_t>(*behind) + 1,
                     {anew.id, token});
  remove_formatting(formatting_id);
}

}  // namespace freshet
