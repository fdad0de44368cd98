// Dispatch, text and foreign content.
#include "html/tag_tree.h"

#include "base/ascii.h"
#include "html/element_rules.h"
#include "html/entities.h"
#include "html/foreign_content.h"
#include "html/markup.h"
#include "html/tree_text.h"

namespace freshet {

using element_rules::any_of;
using enum TagName;

TreeFeedback::~TreeFeedback() = default;

Content TreeFeedback::start_tag(std::string_view name, std::string_view rest, bool self_closing) {
  skips_newline_ = false;
  const TagToken token{find_tag_key(name), rest, self_closing, name};
  if (lost()) return content_of(token.name(), scripting_);
  return foreign_rules_apply(&token) ? start_foreign(token) : start(token);
}

bool TreeFeedback::end_tag(std::string_view name) {
  skips_newline_ = false;
  const TagToken token{.key = find_tag_key(name), .rest = {}};
  if (lost()) return true;
  if (foreign_rules_apply(nullptr))
    end_foreign(token);
  else
    end(token);
  return true;
}

bool TreeFeedback::cdata_allowed() const {
  return !lost() && !open_.empty() && !open_.current().is_html();
}

void TreeFeedback::declaration(std::string_view run) {
  if (cdata_allowed() && run.starts_with(kCdataOpening)) {
    run.remove_prefix(kCdataOpening.size());
    run = run.ends_with("]]>") ? run.substr(0, run.size() - 3) : run;
    return tree_ != nullptr ? text_into_tree(with_line_feeds(run)) : text(run);
  }
  if (!starts_with_ignoring_case(run, "<!doctype")) return insert_comment();
  if (mode_ != Mode::initial) return;
  quirks_ = tree_ != nullptr && is_quirky_doctype(run);
  mode_ = Mode::before_html;
}

// 13.2.6, the dispatcher. `start`: the start tag in question; null for an end tag.
bool TreeFeedback::foreign_rules_apply(const TagToken* start) const {
  if (open_.empty() || open_.current().is_html()) return false;
  const OpenElement& at = open_.current();
  if (!start) return true;
  if (at.is_math_text_point() && start->name() != mglyph && start->name() != malignmark)
    return false;
  if (at.space == Namespace::math && at.name() == annotation_xml && start->name() == svg)
    return false;
  return !at.is_html_point();
}

void TreeFeedback::pop_to_html_or_point() {
  while (!open_.empty() && !open_.current().is_html() && !open_.current().is_math_text_point() &&
         !open_.current().is_html_point())
    open_.pop();
}

Content TreeFeedback::start_foreign(const TagToken& token) {
  if (leaves_foreign_content(token.name(), token.rest)) {
    pop_to_html_or_point();
    return start(token);
  }
  const Namespace space = open_.current().space;
  if (token.self_closing)
    open_.insert(token, space);
  else
    open_.push(token, space,
               space == Namespace::math && is_html_annotation(token.name(), token.rest));
  return Content::markup;
}

void TreeFeedback::end_foreign(const TagToken& token) {
  if (token.name() == p || token.name() == br) {
    pop_to_html_or_point();
    return end(token);
  }
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].is_html()) break;
    if (open_[i].key == token.key) return open_.pop_to_size(i);
  }
  end(token);
}

Content TreeFeedback::start(const TagToken& token) {
  switch (mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::before_head:
      return start_before_body(token);
    case Mode::in_head:
      return start_in_head(token);
    case Mode::in_head_noscript:
      return start_in_head_noscript(token);
    case Mode::after_head:
      return start_after_head(token);
    case Mode::text:
    case Mode::in_body:
      return start_in_body(token);
    case Mode::in_table:
      return start_in_table(token);
    case Mode::in_caption:
      return start_in_caption(token);
    case Mode::in_column_group:
      return start_in_column_group(token);
    case Mode::in_table_body:
      return start_in_table_body(token);
    case Mode::in_row:
      return start_in_row(token);
    case Mode::in_cell:
      return start_in_cell(token);
    case Mode::in_select:
    case Mode::in_select_in_table:
      return start_in_select(token);
    case Mode::in_template:
      return start_in_template(token);
    case Mode::after_body:
    case Mode::after_after_body:
      if (token.name() != html) mode_ = Mode::in_body;
      return start_in_body(token);
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return start_in_frameset(token);
  }
  return Content::markup;
}

void TreeFeedback::end(const TagToken& token) {
  switch (mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::before_head:
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      return end_before_body(token);
    case Mode::in_body:
      return end_in_body(token);
    case Mode::text:
      open_.pop();
      mode_ = original_mode_;
      return;
    case Mode::in_table:
      return end_in_table(token);
    case Mode::in_caption:
      return end_in_caption(token);
    case Mode::in_column_group:
      return end_in_column_group(token);
    case Mode::in_table_body:
      return end_in_table_body(token);
    case Mode::in_row:
      return end_in_row(token);
    case Mode::in_cell:
      return end_in_cell(token);
    case Mode::in_select:
    case Mode::in_select_in_table:
      return end_in_select(token);
    case Mode::in_template:
      if (token.name() == template_) end_template();
      return;
    case Mode::after_body:
      if (token.name() == html) {
        mode_ = Mode::after_after_body;
        return;
      }
      [[fallthrough]];
    case Mode::after_after_body:
      mode_ = Mode::in_body;
      return end_in_body(token);
    case Mode::in_frameset:
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return end_in_frameset(token);
  }
}

Content TreeFeedback::push_html(const TagToken& token) {
  open_.push(token);
  return Content::markup;
}

void TreeFeedback::text(std::string_view run) {
  if (run.empty() || lost() || mode_ == Mode::text) return;
  if (tree_ != nullptr) return text_into_tree(decode_text(run));
  const bool html_rules = html_rules_apply();
  if (html_rules && any_of(mode_, Mode::in_table, Mode::in_table_body, Mode::in_row))
    return characters_in_table(run);
  for (std::size_t at = 0; at < run.size();) {
    const Character kind = next_character(run, at);
    if (!html_rules)
      frameset_ok_ &= kind != Character::other;
    else
      character(kind);
    // The first non-space character settles everything that a run of text can change.
    if (kind == Character::other) return;
  }
}

// Returns the kind of the character at `at`, and advances `at` beyond it.
TreeFeedback::Character TreeFeedback::next_character(std::string_view run, std::size_t& at) {
  char32_t value = static_cast<unsigned char>(run[at]);
  std::size_t length = 1;
  if (value == '&') {
    const CharacterReference reference = read_character_reference(run, at, ReferenceContext::text);
    if (reference.length > 0) {
      value = reference.first;
      length = reference.length;
    }
  }
  at += length;
  if (value == 0) return Character::null;
  return value < 0x80 && is_ascii_whitespace(static_cast<char>(value)) ? Character::space
                                                                       : Character::other;
}

void TreeFeedback::character(Character kind) {
  switch (mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::before_head:
    case Mode::in_head:
    case Mode::in_head_noscript:
    case Mode::after_head:
      if (kind == Character::space) return;
      leave_mode_before_body();
      return character(kind);
    case Mode::after_body:
    case Mode::after_after_body:
      if (kind != Character::space) mode_ = Mode::in_body;
      return characters_in_body(kind);
    case Mode::in_column_group:
      if (kind == Character::space || !open_.current_is(colgroup)) return;
      open_.pop();
      mode_ = Mode::in_table;
      return characters_in_body(kind);
    case Mode::after_after_frameset:
      if (kind == Character::space) open_.reconstruct_formatting();
      return;
    case Mode::text:
    case Mode::in_select:
    case Mode::in_select_in_table:
    case Mode::in_frameset:
    case Mode::after_frameset:
      return;
    default:
      characters_in_body(kind);
  }
}

void TreeFeedback::characters_in_body(Character kind) {
  if (kind == Character::null) return;
  open_.reconstruct_formatting();
  if (kind == Character::other) frameset_ok_ = false;
}

void TreeFeedback::characters_in_table(std::string_view run) {
  bool has_other = false, has_space = false;
  for (std::size_t at = 0; at < run.size() && !has_other;) {
    const Character kind = next_character(run, at);
    has_space |= kind == Character::space;
    has_other |= kind == Character::other;
  }
  const bool in_structure = open_.current().is_html() && any_of(open_.current().name(), table,
                                                                tbody, template_, tfoot, thead, tr);
  if (has_other)
    characters_in_body(Character::other);
  else if (has_space && !in_structure)
    characters_in_body(Character::space);
}

// 13.2.4.1, "reset the insertion mode appropriately".
void TreeFeedback::reset_mode() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (!open_[i].is_html()) continue;
    switch (open_[i].name()) {
      case select: {
        if (tree_ != nullptr) continue;
        mode_ = Mode::in_select;
        for (std::size_t below = i; below-- > 0;) {
          if (open_[below].is_html(template_)) return;
          if (open_[below].is_html(table)) {
            mode_ = Mode::in_select_in_table;
            return;
          }
        }
        return;
      }
      case td:
      case th:
        mode_ = Mode::in_cell;
        return;
      case tr:
        mode_ = Mode::in_row;
        return;
      case tbody:
      case thead:
      case tfoot:
        mode_ = Mode::in_table_body;
        return;
      case caption:
        mode_ = Mode::in_caption;
        return;
      case colgroup:
        mode_ = Mode::in_column_group;
        return;
      case table:
        mode_ = Mode::in_table;
        return;
      case template_:
        mode_ = template_modes_.empty() ? Mode::in_body : template_modes_.back();
        return;
      case head:
        mode_ = Mode::in_head;
        return;
      case body:
        mode_ = Mode::in_body;
        return;
      case frameset:
        mode_ = Mode::in_frameset;
        return;
      case html:
        mode_ = head_seen_ ? Mode::after_head : Mode::before_head;
        return;
      default:
        break;
    }
  }
  mode_ = Mode::in_body;
}

}  // namespace freshet
