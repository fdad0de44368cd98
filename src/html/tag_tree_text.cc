// Text, comments and the end of the page, for the tree.
#include "base/ascii.h"
#include "html/element_rules.h"
#include "html/tag_tree.h"
#include "html/tree_text.h"

namespace freshet {

using element_rules::any_of;
using enum TagName;

namespace {

bool is_space_or_null(char c) { return is_ascii_whitespace(c) || c == '\0'; }

// Returns the length of the run of characters of one kind that `text` begins with.
std::size_t run_length(std::string_view text) {
  std::size_t end = 1;
  const char first = text.front();
  const auto kind = [](char c) { return c == '\0' ? 0 : is_ascii_whitespace(c) ? 1 : 2; };
  while (end < text.size() && kind(text[end]) == kind(first)) ++end;
  return end;
}

}  // namespace

bool TreeFeedback::html_rules_apply() const {
  return open_.empty() || open_.current().is_html() || open_.current().is_math_text_point() ||
         open_.current().is_html_point();
}

Content TreeFeedback::insert_void(const TagToken& token) {
  open_.insert(token);
  return Content::markup;
}

void TreeFeedback::merge_attributes(std::size_t element, const TagToken& token) {
  if (tree_ == nullptr || element >= open_.size() || open_[element].node == kNoNode) return;
  if (!token.rest.empty()) tree_->add_attributes(open_[element].node, token.rest);
}

void TreeFeedback::insert_text(std::string_view decoded) {
  if (!decoded.empty()) tree_->insert_text(decoded, open_.place());
}

void TreeFeedback::text_into_tree(std::string_view decoded) {
  if (skips_newline_ && decoded.starts_with('\n')) decoded.remove_prefix(1);
  skips_newline_ = false;
  while (!decoded.empty() && !lost()) decoded.remove_prefix(insert_some_text(decoded));
}

// Returns the length of the text that was taken; 0 if only the mode has changed.
std::size_t TreeFeedback::insert_some_text(std::string_view decoded) {
  if (!html_rules_apply()) {
    for (const char c : decoded) frameset_ok_ &= is_space_or_null(c);
    insert_text(replace_nulls(decoded));
    return decoded.size();
  }
  const bool in_structure =
      !open_.empty() && open_.current().is_html() &&
      any_of(open_.current().name(), table, tbody, template_, tfoot, thead, tr);
  if (in_structure && any_of(mode_, Mode::in_table, Mode::in_table_body, Mode::in_row)) {
    table_text_into_tree(decoded);
    return decoded.size();
  }
  const std::size_t length = run_length(decoded);
  const std::string_view piece = decoded.substr(0, length);
  const bool is_null = piece.front() == '\0';
  const bool is_space = is_ascii_whitespace(piece.front());
  switch (mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::before_head:
      if (is_space) return length;
      leave_mode_before_body();
      return 0;
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      if (is_space) {
        insert_text(piece);
        return length;
      }
      leave_mode_before_body();
      return 0;
    case Mode::in_column_group:
      if (is_space) {
        insert_text(piece);
        return length;
      }
      if (!open_.current_is(colgroup)) return length;
      open_.pop();
      mode_ = Mode::in_table;
      return 0;
    case Mode::in_frameset:
    case Mode::after_frameset:
      if (is_space) insert_text(piece);
      return length;
    case Mode::after_after_frameset:
      if (!is_space) return length;
      break;
    case Mode::in_select:
    case Mode::in_select_in_table:
      if (!is_null) insert_text(piece);
      return length;
    case Mode::after_body:
    case Mode::after_after_body:
      if (!is_space) mode_ = Mode::in_body;
      break;
    default:
      break;
  }
  if (is_null) return length;
  characters_in_body(is_space ? Character::space : Character::other);
  insert_text(piece);
  return length;
}

void TreeFeedback::table_text_into_tree(std::string_view decoded) {
  std::string kept;
  bool has_other = false;
  for (const char c : decoded) {
    if (c == '\0') continue;
    has_other |= !is_ascii_whitespace(c);
    kept.push_back(c);
  }
  if (!has_other) return insert_text(kept);
  open_.set_fostering(true);
  characters_in_body(Character::other);
  insert_text(kept);
  open_.set_fostering(false);
}

void TreeFeedback::raw_text(std::string_view run) {
  if (tree_ == nullptr || lost() || run.empty() || open_.empty()) return;
  if (mode_ != Mode::text) return text_into_tree(replace_nulls(with_line_feeds(run)));  // plaintext
  const TagName name = open_.current().name();
  std::string text = any_of(name, title, textarea) ? decode_text(run) : with_line_feeds(run);
  if (name == textarea && text.starts_with('\n')) text.erase(0, 1);
  insert_text(replace_nulls(text));
}

void TreeFeedback::insert_comment() {
  skips_newline_ = false;
  if (tree_ == nullptr || lost()) return;
  TreePlace place = open_.place();
  if (any_of(mode_, Mode::initial, Mode::before_html, Mode::after_after_body,
             Mode::after_after_frameset))
    place = {.parent = 0};
  else if (mode_ == Mode::after_body)
    place = {.parent = open_[0].node};
  tree_->insert(tree_->make_comment(), place);
}

void TreeFeedback::finish() {
  if (lost()) return;
  while (true) {
    if (mode_ == Mode::text) {
      open_.pop();
      mode_ = original_mode_;
    } else if (open_.templates() > 0) {
      open_.pop_until_popped(template_);
      open_.clear_to_marker();
      if (!template_modes_.empty()) template_modes_.pop_back();
      reset_mode();
    } else if (any_of(mode_, Mode::initial, Mode::before_html, Mode::before_head, Mode::in_head,
                      Mode::in_head_noscript, Mode::after_head)) {
      leave_mode_before_body();
    } else {
      return;
    }
  }
}

}  // namespace freshet
