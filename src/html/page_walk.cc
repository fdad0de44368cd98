#include "html/page_walk.h"

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/foreign_content.h"
#include "html/tag_looks.h"

namespace freshet {
namespace {

// Returns true for svg and math elements that are not displayed.
bool is_unseen_foreign(std::string_view written, TagName name) {
  switch (name) {
    case TagName::script:
    case TagName::style:
    case TagName::title:
    case TagName::desc:
    case TagName::annotation_xml:
      return true;
    default:
      return equals_ignoring_case(written, "annotation") ||
             equals_ignoring_case(written, "metadata");
  }
}

// Returns the part after the tag's name, including the '>'.
std::string_view rest_of(std::string_view text, const Tag& tag) {
  const std::size_t behind_name = tag.name_offset + tag.name_length;
  return text.substr(tag.start + behind_name, tag.length - behind_name);
}

bool begins_ruby_part(TagName name) {
  return name == TagName::rp || name == TagName::rt || name == TagName::rb || name == TagName::rtc;
}

// Returns true for blocks that do not end a paragraph.
bool stays_in_paragraph(TagName name) {
  return name == TagName::br || name == TagName::legend || name == TagName::option ||
         name == TagName::optgroup || name == TagName::select || name == TagName::textarea;
}

// Returns true if `next` closes the element `inner` around it. Covers the frequent cases: others
// end with their parent.
bool ends_without_end_tag(TagName inner, TagName next) {
  if (inner == TagName::rp) return begins_ruby_part(next);
  return inner == TagName::p && looks(next, Look::block) && !stays_in_paragraph(next);
}

}  // namespace

Place Surroundings::place() const {
  if (open_.empty() || open_.back().space == Namespace::html) return Place::html;
  return open_.back().entry == Entry::plain ? Place::foreign : Place::html_in_foreign;
}

Namespace Surroundings::open(std::string_view text, const Tag& tag, TagName name) {
  if (!open_.empty()) return open_inside(text, tag, name);
  Namespace space = Namespace::html;
  if (name == TagName::svg) space = Namespace::svg;
  if (name == TagName::math) space = Namespace::math;
  if (space != Namespace::html || looks(name, Look::unseen)) push(text, tag, name, space);
  return space;
}

Namespace Surroundings::open_inside(std::string_view text, const Tag& tag, TagName name) {
  if (reads_as_foreign(name)) {
    const Namespace space = open_.back().space;
    if (!leaves_foreign_content(name, rest_of(text, tag))) {
      push(text, tag, name, space);
      return space;
    }
    leave_foreign();
    if (open_.empty()) return open(text, tag, name);
  }
  if (ends_without_end_tag(open_.back().key.name, name)) {
    pop();
    if (open_.empty()) return open(text, tag, name);
  }
  Namespace space = Namespace::html;
  if (name == TagName::svg) space = Namespace::svg;
  if (name == TagName::math) space = Namespace::math;
  if (!looks(name, Look::empty)) push(text, tag, name, space);
  return space;
}

// WHATWG HTML 13.2.6: returns true if a start tag here goes to "the rules for parsing tokens in
// foreign content".
bool Surroundings::reads_as_foreign(TagName name) const {
  const Open& inner = open_.back();
  if (inner.space == Namespace::html || inner.entry == Entry::html_inside) return false;
  if (inner.entry == Entry::text_inside)
    return name == TagName::mglyph || name == TagName::malignmark;
  return inner.key.name != TagName::annotation_xml || name != TagName::svg;
}

void Surroundings::leave_foreign() {
  while (!open_.empty() && open_.back().space != Namespace::html &&
         open_.back().entry == Entry::plain)
    pop();
}

Namespace Surroundings::close(std::string_view text, const Tag& tag, TagName name) {
  // <body> and <html> stay open to the end.
  if (open_.empty() || name == TagName::body || name == TagName::html) return Namespace::html;
  if (name == TagName::br) {  // is read as <br>
    leave_foreign();
    return Namespace::html;
  }
  const TagKey key = find_tag_key(tag.name(text));
  const bool inside_html = open_.back().space == Namespace::html;
  for (std::size_t i = open_.size(); i-- > 0;) {
    const Open open = open_[i];
    // HTML inside svg closes nothing outside it.
    if (inside_html && open.space != Namespace::html) return Namespace::html;
    if (open.key == key) {
      while (open_.size() > i) pop();
      return open.space;
    }
    // Neither does the content of a template.
    if (open.key.name == TagName::template_ && open.space == Namespace::html)
      return Namespace::html;
    if (open.entry != Entry::plain && i + 1 < open_.size()) return Namespace::html;
  }
  // It closes an element further out, with all its content.
  while (!open_.empty()) pop();
  return Namespace::html;
}

void Surroundings::push(std::string_view text, const Tag& tag, TagName name, Namespace space) {
  if (open_.size() >= kSurroundingsMax) return;
  if (space != Namespace::html && is_self_closing(text, tag)) return;
  Open open{.key = find_tag_key(tag.name(text)),
            .space = space,
            .entry = Entry::plain,
            .unseen = looks(name, Look::unseen)};
  if (space != Namespace::html) {
    open.unseen = is_unseen_foreign(tag.name(text), name);
    const bool holds_html = space == Namespace::svg ? is_svg_html_point(name)
                                                    : is_html_annotation(name, rest_of(text, tag));
    if (holds_html) open.entry = Entry::html_inside;
    if (space == Namespace::math && is_math_text_point(name)) open.entry = Entry::text_inside;
  }
  templates_ += name == TagName::template_ && space == Namespace::html;
  unseen_ += open.unseen;
  open_.push_back(open);
}

void Surroundings::pop() {
  const Open& open = open_.back();
  templates_ -= open.key.name == TagName::template_ && open.space == Namespace::html;
  unseen_ -= open.unseen;
  open_.pop_back();
}

TextKind text_behind(std::string_view text, const TagIndex& index, std::size_t i, TagName name,
                     Scripting scripting) {
  TextKind kind = TextKind::unseen;
  switch (name) {
    case TagName::script:
    case TagName::style:
    case TagName::iframe:
    case TagName::noembed:
    case TagName::noframes:
    case TagName::title:
      break;
    case TagName::noscript:
      if (scripting == Scripting::off) return TextKind::markup;
      break;
    case TagName::textarea:
      kind = TextKind::references;
      break;
    case TagName::xmp:
      kind = TextKind::literal;
      break;
    case TagName::plaintext:
      return i + 1 == index.size() ? TextKind::literal : TextKind::markup;
    default:
      return TextKind::markup;
  }
  // If the tree builder ignored the start tag, its content was read as markup, which shows in the
  // index: another tag comes before the end tag.
  if (i + 1 == index.size()) return kind;
  const Tag& next = index[i + 1];
  const bool closed = next.is_end() && next.known_name(text) == name;
  return closed ? kind : TextKind::markup;
}

}  // namespace freshet
