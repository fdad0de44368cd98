// The rules for tags in tables, selects, templates and framesets (WHATWG HTML 13.2.6.4.9-20).
#include "base/ascii.h"
#include "html/element_rules.h"
#include "html/tag_tree.h"

namespace freshet {

using element_rules::any_of;
using enum TagName;

namespace {

bool is_table_context(TagName name) { return any_of(name, table, template_, html); }
bool is_body_context(TagName name) { return any_of(name, tbody, tfoot, thead, template_, html); }
bool is_row_context(TagName name) { return any_of(name, tr, template_, html); }

// Returns true for parts of a table other than the table itself.
bool is_part(TagName name) {
  return any_of(name, caption, col, colgroup, tbody, td, tfoot, th, thead, tr);
}

}  // namespace

Content TreeFeedback::start_in_table(const TagToken& token) {
  switch (token.name()) {
    case caption:
      open_.pop_to_context(is_table_context);
      open_.add_marker();
      mode_ = Mode::in_caption;
      return push_html(token);
    case colgroup:
      open_.pop_to_context(is_table_context);
      mode_ = Mode::in_column_group;
      return push_html(token);
    case col:
      open_.pop_to_context(is_table_context);
      open_.push(colgroup);
      mode_ = Mode::in_column_group;
      return insert_void(token);
    case tbody:
    case tfoot:
    case thead:
      open_.pop_to_context(is_table_context);
      mode_ = Mode::in_table_body;
      return push_html(token);
    case td:
    case th:
    case tr:
      open_.pop_to_context(is_table_context);
      open_.push(tbody);
      mode_ = Mode::in_table_body;
      return start_in_table_body(token);
    case table:
      if (!open_.has_in_scope(table, kTableScope)) return Content::markup;
      open_.pop_until_popped(table);
      reset_mode();
      return start(token);
    case style:
    case script:
    case template_:
      return start_in_head(token);
    case input:
      return token.is_hidden_input() ? insert_void(token) : foster(token);
    case form:
      if (!form_ && open_.templates() == 0) {
        form_ = open_.push(token);
        open_.pop();
      }
      return Content::markup;
    default:
      return foster(token);
  }
}

// "Anything else" in a table: by the rules of the body, but before the table.
Content TreeFeedback::foster(const TagToken& token) {
  open_.set_fostering(true);
  const Content content = start_in_body(token);
  open_.set_fostering(false);
  return content;
}

void TreeFeedback::end_in_table(const TagToken& token) {
  if (token.name() == table) {
    if (!open_.has_in_scope(table, kTableScope)) return;
    open_.pop_until_popped(table);
    return reset_mode();
  }
  if (token.name() == template_) return end_template();
  if (is_part(token.name()) || any_of(token.name(), body, html)) return;
  open_.set_fostering(true);
  end_in_body(token);
  open_.set_fostering(false);
}

Content TreeFeedback::start_in_caption(const TagToken& token) {
  if (!is_part(token.name())) return start_in_body(token);
  if (!open_.has_in_scope(caption, kTableScope)) return Content::markup;
  end_in_caption(TagToken{.key = {.name = caption}, .rest = {}});
  return start(token);
}

void TreeFeedback::end_in_caption(const TagToken& token) {
  if (token.name() == caption || token.name() == table) {
    if (!open_.has_in_scope(caption, kTableScope)) return;
    open_.generate_implied_end_tags();
    open_.pop_until_popped(caption);
    open_.clear_to_marker();
    mode_ = Mode::in_table;
    if (token.name() == table) end_in_table(token);
    return;
  }
  if (is_part(token.name()) || any_of(token.name(), body, html)) return;
  end_in_body(token);
}

Content TreeFeedback::start_in_column_group(const TagToken& token) {
  if (token.name() == html) return start_in_body(token);
  if (token.name() == col) return insert_void(token);
  if (token.name() == template_) return start_in_head(token);
  if (!open_.current_is(colgroup)) return Content::markup;
  open_.pop();
  mode_ = Mode::in_table;
  return start(token);
}

void TreeFeedback::end_in_column_group(const TagToken& token) {
  if (token.name() == col) return;
  if (token.name() == template_) return end_template();
  if (!open_.current_is(colgroup)) return;
  open_.pop();
  mode_ = Mode::in_table;
  if (token.name() != colgroup) end(token);
}

Content TreeFeedback::start_in_table_body(const TagToken& token) {
  if (token.name() == tr) {
    open_.pop_to_context(is_body_context);
    mode_ = Mode::in_row;
    return push_html(token);
  }
  if (token.name() == td || token.name() == th) {
    open_.pop_to_context(is_body_context);
    open_.push(tr);
    mode_ = Mode::in_row;
    return start_in_row(token);
  }
  if (!is_part(token.name())) return start_in_table(token);
  if (!open_.has_in_scope(tbody, kTableScope) && !open_.has_in_scope(thead, kTableScope) &&
      !open_.has_in_scope(tfoot, kTableScope))
    return Content::markup;
  open_.pop_to_context(is_body_context);
  open_.pop();
  mode_ = Mode::in_table;
  return start_in_table(token);
}

void TreeFeedback::end_in_table_body(const TagToken& token) {
  if (any_of(token.name(), tbody, tfoot, thead)) {
    if (!open_.has_in_scope(token.name(), kTableScope)) return;
    open_.pop_to_context(is_body_context);
    open_.pop();
    mode_ = Mode::in_table;
    return;
  }
  if (token.name() == table) {
    if (!open_.has_in_scope(tbody, kTableScope) && !open_.has_in_scope(thead, kTableScope) &&
        !open_.has_in_scope(tfoot, kTableScope))
      return;
    open_.pop_to_context(is_body_context);
    open_.pop();
    mode_ = Mode::in_table;
    return end_in_table(token);
  }
  if (is_part(token.name()) || any_of(token.name(), body, html)) return;
  end_in_table(token);
}

Content TreeFeedback::start_in_row(const TagToken& token) {
  if (token.name() == td || token.name() == th) {
    open_.pop_to_context(is_row_context);
    open_.push(token);
    mode_ = Mode::in_cell;
    open_.add_marker();
    return Content::markup;
  }
  if (!is_part(token.name())) return start_in_table(token);
  if (!open_.has_in_scope(tr, kTableScope)) return Content::markup;
  open_.pop_to_context(is_row_context);
  open_.pop();
  mode_ = Mode::in_table_body;
  return start_in_table_body(token);
}

void TreeFeedback::end_in_row(const TagToken& token) {
  const bool ends_body = any_of(token.name(), tbody, tfoot, thead);
  if (token.name() == tr || token.name() == table || ends_body) {
    if (ends_body && !open_.has_in_scope(token.name(), kTableScope)) return;
    if (!open_.has_in_scope(tr, kTableScope)) return;
    open_.pop_to_context(is_row_context);
    open_.pop();
    mode_ = Mode::in_table_body;
    if (token.name() != tr) end_in_table_body(token);
    return;
  }
  if (is_part(token.name()) || any_of(token.name(), body, html)) return;
  end_in_table(token);
}

void TreeFeedback::close_cell() {
  open_.generate_implied_end_tags();
  while (!open_.empty()) {
    const bool found = open_.current_is(td) || open_.current_is(th);
    open_.pop();
    if (found) break;
  }
  open_.clear_to_marker();
  mode_ = Mode::in_row;
}

Content TreeFeedback::start_in_cell(const TagToken& token) {
  if (!is_part(token.name())) return start_in_body(token);
  if (!open_.has_in_scope(td, kTableScope) && !open_.has_in_scope(th, kTableScope))
    return Content::markup;
  close_cell();
  return start(token);
}

void TreeFeedback::end_in_cell(const TagToken& token) {
  if (token.name() == td || token.name() == th) {
    if (!open_.has_in_scope(token.name(), kTableScope)) return;
    open_.generate_implied_end_tags();
    open_.pop_until_popped(token.name());
    open_.clear_to_marker();
    mode_ = Mode::in_row;
    return;
  }
  if (any_of(token.name(), table, tbody, tfoot, thead, tr)) {
    if (!open_.has_in_scope(token.name(), kTableScope)) return;
    close_cell();
    return end(token);
  }
  if (any_of(token.name(), body, caption, col, colgroup, html)) return;
  end_in_body(token);
}

Content TreeFeedback::start_in_select(const TagToken& token) {
  if (mode_ == Mode::in_select_in_table &&
      any_of(token.name(), caption, table, tbody, tfoot, thead, tr, td, th)) {
    open_.pop_until_popped(select);
    reset_mode();
    return start(token);
  }
  switch (token.name()) {
    case option:
      if (open_.current_is(option)) open_.pop();
      return push_html(token);
    case optgroup:
    case hr:
      if (open_.current_is(option)) open_.pop();
      if (open_.current_is(optgroup)) open_.pop();
      return token.name() == hr ? insert_void(token) : push_html(token);
    case input:
    case keygen:
    case select:
    case textarea:
      if (!open_.has_in_select_scope(select)) return Content::markup;
      open_.pop_until_popped(select);
      reset_mode();
      return token.name() == select ? Content::markup : start(token);
    case script:
    case template_:
      return start_in_head(token);
    default:
      return Content::markup;
  }
}

void TreeFeedback::end_in_select(const TagToken& token) {
  if (mode_ == Mode::in_select_in_table &&
      any_of(token.name(), caption, table, tbody, tfoot, thead, tr, td, th)) {
    if (!open_.has_in_scope(token.name(), kTableScope)) return;
    open_.pop_until_popped(select);
    reset_mode();
    return end(token);
  }
  switch (token.name()) {
    case optgroup:
      if (open_.current_is(option) && open_.size() > 1 && open_[open_.size() - 2].is_html(optgroup))
        open_.pop();
      if (open_.current_is(optgroup)) open_.pop();
      return;
    case option:
      if (open_.current_is(option)) open_.pop();
      return;
    case select:
      if (!open_.has_in_select_scope(select)) return;
      open_.pop_until_popped(select);
      return reset_mode();
    case template_:
      return end_template();
    default:
      return;
  }
}

Content TreeFeedback::start_in_template(const TagToken& token) {
  if (any_of(token.name(), base, basefont, bgsound, link, meta, noframes, script, style, template_,
             title))
    return start_in_head(token);
  mode_ = any_of(token.name(), caption, colgroup, tbody, tfoot, thead) ? Mode::in_table
          : token.name() == col                                        ? Mode::in_column_group
          : token.name() == tr                                         ? Mode::in_table_body
          : any_of(token.name(), td, th)                               ? Mode::in_row
                                                                       : Mode::in_body;
  if (!template_modes_.empty()) template_modes_.back() = mode_;
  return start(token);
}

void TreeFeedback::end_template() {
  if (open_.templates() == 0) return;
  open_.generate_all_implied_end_tags();
  open_.pop_until_popped(template_);
  open_.clear_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_mode();
}

Content TreeFeedback::start_in_frameset(const TagToken& token) {
  if (token.name() == noframes) return start_in_head(token);
  if (mode_ == Mode::in_frameset && token.name() == frameset) return push_html(token);
  if (mode_ == Mode::in_frameset && token.name() == frame) return insert_void(token);
  if (token.name() == html) merge_attributes(0, token);
  return Content::markup;
}

void TreeFeedback::end_in_frameset(const TagToken& token) {
  if (mode_ == Mode::after_frameset) {
    if (token.name() == html) mode_ = Mode::after_after_frameset;
    return;
  }
  if (mode_ != Mode::in_frameset || token.name() != frameset || open_.size() <= 1) return;
  open_.pop();
  if (!open_.current_is(frameset)) mode_ = Mode::after_frameset;
}

}  // namespace freshet
