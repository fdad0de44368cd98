// The modes before the body.
#include "html/element_rules.h"
#include "html/tag_tree.h"

namespace freshet {

using element_rules::any_of;
using enum TagName;

// "Anything else" of the modes before the body: each step opens or closes one element.
void TreeFeedback::leave_mode_before_body() {
  switch (mode_) {
    case Mode::initial:
      quirks_ = true;
      mode_ = Mode::before_html;
      return;
    case Mode::before_html:
      open_.push(html);
      mode_ = Mode::before_head;
      return;
    case Mode::before_head:
      open_.push(head);
      head_node_ = open_.current().node;
      head_seen_ = true;
      mode_ = Mode::in_head;
      return;
    case Mode::in_head:
      open_.pop();
      mode_ = Mode::after_head;
      return;
    case Mode::in_head_noscript:
      open_.pop();
      mode_ = Mode::in_head;
      return;
    default:
      open_.push(body);
      mode_ = Mode::in_body;
  }
}

Content TreeFeedback::start_before_body(const TagToken& token) {
  if (mode_ == Mode::before_html && token.name() == html) {
    open_.push(token);
    mode_ = Mode::before_head;
    return Content::markup;
  }
  if (mode_ == Mode::before_head && token.name() == html) {
    merge_attributes(0, token);
    return Content::markup;
  }
  if (mode_ == Mode::before_head && token.name() == head) {
    open_.push(token);
    head_node_ = open_.current().node;
    head_seen_ = true;
    mode_ = Mode::in_head;
    return Content::markup;
  }
  leave_mode_before_body();
  return start(token);
}

Content TreeFeedback::start_in_head(const TagToken& token) {
  if (token.name() == html) merge_attributes(0, token);
  if (any_of(token.name(), html, head)) return Content::markup;
  if (any_of(token.name(), base, basefont, bgsound, link, meta)) return insert_void(token);
  if (any_of(token.name(), title, noframes, style, script)) return start_raw(token);
  if (token.name() == noscript) {
    if (scripting_ == Scripting::on) return start_raw(token);
    open_.push(token);
    mode_ = Mode::in_head_noscript;
    return Content::markup;
  }
  if (token.name() == template_) {
    open_.push(token);
    open_.add_marker();
    frameset_ok_ = false;
    mode_ = Mode::in_template;
    template_modes_.push_back(Mode::in_template);
    return Content::markup;
  }
  leave_mode_before_body();
  return start(token);
}

Content TreeFeedback::start_in_head_noscript(const TagToken& token) {
  if (token.name() == html) merge_attributes(0, token);
  if (any_of(token.name(), html, head, noscript)) return Content::markup;
  if (any_of(token.name(), basefont, bgsound, link, meta, noframes, style))
    return start_in_head(token);
  leave_mode_before_body();
  return start(token);
}

Content TreeFeedback::start_after_head(const TagToken& token) {
  if (token.name() == html) merge_attributes(0, token);
  if (any_of(token.name(), html, head)) return Content::markup;
  if (token.name() == body) {
    frameset_ok_ = false;
    mode_ = Mode::in_body;
    return push_html(token);
  }
  if (token.name() == frameset) {
    mode_ = Mode::in_frameset;
    return push_html(token);
  }
  if (any_of(token.name(), base, basefont, bgsound, link, meta, noframes, script, style, template_,
             title)) {
    const std::uint32_t head_again = open_.push_again(head, head_node_);
    const Content content = start_in_head(token);
    open_.remove(head_again);
    return content;
  }
  leave_mode_before_body();
  return start(token);
}

void TreeFeedback::end_before_body(const TagToken& token) {
  if (mode_ == Mode::in_head && token.name() == head) {
    open_.pop();
    mode_ = Mode::after_head;
    return;
  }
  if (mode_ == Mode::in_head_noscript && token.name() == noscript) {
    open_.pop();
    mode_ = Mode::in_head;
    return;
  }
  if (token.name() == template_ && any_of(mode_, Mode::in_head, Mode::after_head))
    return end_template();
  const bool acts = mode_ == Mode::initial || token.name() == br ||
                    (mode_ != Mode::in_head_noscript && any_of(token.name(), body, html)) ||
                    (token.name() == head && any_of(mode_, Mode::before_html, Mode::before_head));
  if (!acts) return;
  leave_mode_before_body();
  end(token);
}

}  // namespace freshet
