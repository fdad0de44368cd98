// The rules for tags in the body (WHATWG HTML 13.2.6.4.7).
#include "base/ascii.h"
#include "html/element_rules.h"
#include "html/tag_tree.h"

namespace freshet {

using element_rules::any_of;
using enum TagName;

namespace {

bool is_heading(TagName name) { return any_of(name, h1, h2, h3, h4, h5, h6); }

bool is_formatting(TagName name) {
  return any_of(name, a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u);
}

// Returns true for elements that only close an open paragraph.
bool is_block(TagName name) {
  return any_of(name, address, article, aside, blockquote, center, details, dialog, dir, div, dl,
                fieldset, figcaption, figure, footer, header, hgroup, main, menu, nav, ol, p,
                search, section, summary, ul, pre, listing) ||
         is_heading(name) || name == hr;
}

}  // namespace

Content TreeFeedback::start_raw(const TagToken& token) {
  open_.push(token);
  original_mode_ = mode_;
  mode_ = Mode::text;
  return content_of(token.name(), scripting_);
}

void TreeFeedback::close_open_paragraph() {
  if (open_.has_in_scope(p, kButtonScope)) open_.close_paragraph();
}

Content TreeFeedback::start_block(const TagToken& token) {
  close_open_paragraph();
  if (is_heading(token.name()) && open_.current().is_html() && is_heading(open_.current().name()))
    open_.pop();
  if (any_of(token.name(), pre, listing, hr)) frameset_ok_ = false;
  if (token.name() == hr && open_.has_in_scope(select)) open_.generate_implied_end_tags();
  if (token.name() == hr) return insert_void(token);
  open_.push(token);
  skips_newline_ = any_of(token.name(), pre, listing);
  return Content::markup;
}

Content TreeFeedback::start_list_item(const TagToken& token) {
  frameset_ok_ = false;
  for (std::size_t at = open_.size(); at-- > 0;) {
    const OpenElement& node = open_[at];
    const bool same_kind =
        token.name() == li ? node.is_html(li) : node.is_html(dd) || node.is_html(dt);
    if (same_kind) {
      const TagName open_item = node.name();
      open_.generate_implied_end_tags(open_item);
      open_.pop_until_popped(open_item);
      break;
    }
    if (node.has(kSpecial) && !node.is_html(address) && !node.is_html(div) && !node.is_html(p))
      break;
  }
  close_open_paragraph();
  return push_html(token);
}

Content TreeFeedback::start_formatting(const TagToken& token) {
  if (token.name() == a) {
    if (const auto active = open_.formatting_id(a)) {
      open_.adoption_agency(token);
      open_.remove(*active);
      open_.remove_formatting(*active);
    }
  }
  open_.reconstruct_formatting();
  if (token.name() == nobr && open_.has_in_scope(nobr)) {
    open_.adoption_agency(token);
    open_.reconstruct_formatting();
  }
  open_.add_formatting(token, open_.push(token));
  return Content::markup;
}

Content TreeFeedback::start_form(const TagToken& token) {
  const bool in_template = open_.templates() > 0;
  if (form_ && !in_template) return Content::markup;
  close_open_paragraph();
  const std::uint32_t id = open_.push(token);
  if (!in_template) form_ = id;
  return Content::markup;
}

// A select inside a select ends the first.
std::optional<Content> TreeFeedback::start_select(const TagToken& token) {
  if (open_.has_in_scope(select)) {
    open_.pop_until_popped(select);
    return Content::markup;
  }
  open_.reconstruct_formatting();
  frameset_ok_ = false;
  return push_html(token);
}

Content TreeFeedback::start_option(const TagToken& token) {
  if (open_.has_in_scope(select))
    open_.generate_implied_end_tags(token.name() == option ? optgroup : unknown);
  else if (open_.current_is(option))
    open_.pop();
  open_.reconstruct_formatting();
  return push_html(token);
}

Content TreeFeedback::start_foreign_root(const TagToken& token, Namespace space) {
  open_.reconstruct_formatting();
  if (token.self_closing)
    open_.insert(token, space);
  else
    open_.push(token, space);
  return Content::markup;
}

// Handles elements whose start tag changes the reading of the text after it, or the mode.
std::optional<Content> TreeFeedback::start_raw_or_mode(const TagToken& token) {
  switch (token.name()) {
    case base:
    case basefont:
    case bgsound:
    case link:
    case meta:
    case noframes:
    case script:
    case style:
    case template_:
    case title:
      return start_in_head(token);
    case frameset:
      if (!frameset_ok_ || open_.size() < 2 || !open_[1].is_html(body)) return Content::markup;
      if (tree_ != nullptr && open_[1].node != kNoNode) tree_->detach(open_[1].node);
      open_.pop_to_size(1);
      mode_ = Mode::in_frameset;
      return push_html(token);
    case plaintext:
      close_open_paragraph();
      open_.push(token);
      return Content::plain_text;
    case table:
      if (!quirks_) close_open_paragraph();
      frameset_ok_ = false;
      mode_ = Mode::in_table;
      return push_html(token);
    case textarea:
    case iframe:
      frameset_ok_ = false;
      return start_raw(token);
    case xmp:
      close_open_paragraph();
      open_.reconstruct_formatting();
      frameset_ok_ = false;
      return start_raw(token);
    case noembed:
      return start_raw(token);
    case noscript:
      if (scripting_ == Scripting::on) return start_raw(token);
      open_.reconstruct_formatting();
      return push_html(token);
    case select:
      if (tree_ != nullptr) return start_select(token);
      open_.reconstruct_formatting();
      frameset_ok_ = false;
      mode_ = any_of(mode_, Mode::in_table, Mode::in_caption, Mode::in_table_body, Mode::in_row,
                     Mode::in_cell)
                  ? Mode::in_select_in_table
                  : Mode::in_select;
      return push_html(token);
    case math:
      return start_foreign_root(token, Namespace::math);
    case svg:
      return start_foreign_root(token, Namespace::svg);
    default:
      return std::nullopt;
  }
}

// Handles elements without content, or whose start tag is ignored in the body.
std::optional<Content> TreeFeedback::start_without_content(const TagToken& token) {
  switch (token.name()) {
    case html:
      if (open_.templates() == 0) merge_attributes(0, token);
      return Content::markup;
    case head:
    case caption:
    case col:
    case colgroup:
    case frame:
    case tbody:
    case td:
    case tfoot:
    case th:
    case thead:
    case tr:
      return Content::markup;
    case param:
    case source:
    case track:
      return insert_void(token);
    case body:
      if (open_.size() > 1 && open_[1].is_html(body) && open_.templates() == 0) {
        frameset_ok_ = false;
        merge_attributes(1, token);
      }
      return Content::markup;
    case image: {
      TagToken image_token = token;
      image_token.key = {.name = img};
      return start_in_body(image_token);
    }
    case area:
    case br:
    case embed:
    case img:
    case keygen:
    case wbr:
      open_.reconstruct_formatting();
      frameset_ok_ = false;
      return insert_void(token);
    case input:
      if (tree_ != nullptr && open_.has_in_scope(select)) open_.pop_until_popped(select);
      open_.reconstruct_formatting();
      if (!token.is_hidden_input()) frameset_ok_ = false;
      return insert_void(token);
    default:
      return std::nullopt;
  }
}

Content TreeFeedback::start_in_body(const TagToken& token) {
  const TagName name = token.name();
  if (is_formatting(name)) return start_formatting(token);
  if (is_block(name)) return start_block(token);
  if (const auto content = start_raw_or_mode(token)) return *content;
  if (const auto content = start_without_content(token)) return *content;
  switch (name) {
    case li:
    case dd:
    case dt:
      return start_list_item(token);
    case form:
      return start_form(token);
    case button:
      if (open_.has_in_scope(button)) {
        open_.generate_implied_end_tags();
        open_.pop_until_popped(button);
      }
      open_.reconstruct_formatting();
      frameset_ok_ = false;
      return push_html(token);
    case applet:
    case marquee:
    case object:
      open_.reconstruct_formatting();
      open_.push(token);
      open_.add_marker();
      frameset_ok_ = false;
      return Content::markup;
    case optgroup:
    case option:
      return start_option(token);
    case rb:
    case rtc:
      if (open_.has_in_scope(ruby)) open_.generate_implied_end_tags();
      return push_html(token);
    case rp:
    case rt:
      if (open_.has_in_scope(ruby)) open_.generate_implied_end_tags(rtc);
      return push_html(token);
    default:
      open_.reconstruct_formatting();
      return push_html(token);
  }
}

void TreeFeedback::end_form() {
  if (open_.templates() > 0) {
    if (!open_.has_in_scope(form)) return;
    open_.generate_implied_end_tags();
    open_.pop_until_popped(form);
    return;
  }
  const auto node = form_;
  form_.reset();
  if (!node || !open_.id_in_scope(*node)) return;
  open_.generate_implied_end_tags();
  open_.remove(*node);
}

void TreeFeedback::end_in_body(const TagToken& token) {
  const TagName name = token.name();
  if (is_formatting(name)) return open_.adoption_agency(token);
  if (is_heading(name)) {
    bool any = false;
    for (const TagName heading : {h1, h2, h3, h4, h5, h6}) any |= open_.has_in_scope(heading);
    if (!any) return;
    open_.generate_implied_end_tags();
    while (!open_.empty()) {
      const bool found = open_.current().is_html() && is_heading(open_.current().name());
      open_.pop();
      if (found) return;
    }
    return;
  }
  if (name == p) {
    if (!open_.has_in_scope(p, kButtonScope)) open_.push(p);
    return open_.close_paragraph();
  }
  if ((is_block(name) && name != hr) || name == button || name == select) {
    if (!open_.has_in_scope(name)) return;
    open_.generate_implied_end_tags();
    return open_.pop_until_popped(name);
  }
  switch (name) {
    case template_:
      return end_template();
    case body:
    case html:
      if (!open_.has_in_scope(body)) return;
      mode_ = Mode::after_body;
      if (name == html) end(token);
      return;
    case form:
      return end_form();
    case li:
      if (!open_.has_in_scope(li, kListItemScope)) return;
      open_.generate_implied_end_tags(li);
      return open_.pop_until_popped(li);
    case dd:
    case dt:
      if (!open_.has_in_scope(name)) return;
      open_.generate_implied_end_tags(name);
      return open_.pop_until_popped(name);
    case applet:
    case marquee:
    case object:
      if (!open_.has_in_scope(name)) return;
      open_.generate_implied_end_tags();
      open_.pop_until_popped(name);
      return open_.clear_to_marker();
    case br:
      open_.reconstruct_formatting();
      open_.insert(TagToken{.key = {.name = br}, .rest = {}});
      frameset_ok_ = false;
      return;
    default:
      open_.close_by_name(token);
  }
}

}  // namespace freshet
