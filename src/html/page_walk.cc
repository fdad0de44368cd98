#include "html/page_walk.h"

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/element_rules.h"
#include "html/tag_looks.h"

namespace freshet {
namespace {

bool is_mathml_text_point(TagName name) {
  return name == TagName::mi || name == TagName::mo || name == TagName::mn || name == TagName::ms ||
         name == TagName::mtext;
}

bool is_html_inside(std::string_view text, const Tag& tag, TagName name, Namespace space) {
  if (space == Namespace::svg)
    return name == TagName::foreignobject || name == TagName::desc || name == TagName::title;
  if (name != TagName::annotation_xml) return false;
  const auto encoding = find_attribute(text, tag, "encoding");
  if (!encoding) return false;
  const std::string value = decode_attribute(*encoding);
  return equals_ignoring_case(value, "text/html") ||
         equals_ignoring_case(value, "application/xhtml+xml");
}

// Where svg and math keep what is not for the eye.
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

bool font_leaves_foreign(std::string_view text, const Tag& tag) {
  const auto [color, face, size] =
      find_attributes(text, tag, std::array<std::string_view, 3>{"color", "face", "size"});
  return color || face || size;
}

bool begins_ruby_part(TagName name) {
  return name == TagName::rp || name == TagName::rt || name == TagName::rb || name == TagName::rtc;
}

// Blocks that may stand in a paragraph's line.
bool stays_in_paragraph(TagName name) {
  return name == TagName::br || name == TagName::legend || name == TagName::option ||
         name == TagName::optgroup || name == TagName::select || name == TagName::textarea;
}

// Whether `next` ends the element `inner` around it. Only where that often happens: others end with
// what they stand in.
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
    const bool leaves =
        leaves_foreign_content(name) || (name == TagName::font && font_leaves_foreign(text, tag));
    if (!leaves) {
      push(text, tag, name, space);
      return space;
    }
    leave_foreign();
    if (open_.empty()) return open(text, tag, name);
  }
  if (ends_without_end_tag(open_.back().name, name)) {
    pop();
    if (open_.empty()) return open(text, tag, name);
  }
  Namespace space = Namespace::html;
  if (name == TagName::svg) space = Namespace::svg;
  if (name == TagName::math) space = Namespace::math;
  if (!looks(name, Look::empty)) push(text, tag, name, space);
  return space;
}

// WHATWG HTML 13.2.6: whether a start tag here goes to "the rules for parsing tokens in foreign
// content".
bool Surroundings::reads_as_foreign(TagName name) const {
  const Open& inner = open_.back();
  if (inner.space == Namespace::html || inner.entry == Entry::html_inside) return false;
  if (inner.entry == Entry::text_inside)
    return name == TagName::mglyph || name == TagName::malignmark;
  return inner.name != TagName::annotation_xml || name != TagName::svg;
}

void Surroundings::leave_foreign() {
  while (!open_.empty() && open_.back().space != Namespace::html &&
         open_.back().entry == Entry::plain)
    pop();
}

Namespace Surroundings::close(std::string_view text, const Tag& tag, TagName name) {
  // <body> and <html> stay open to the end.
  if (open_.empty() || name == TagName::body || name == TagName::html) return Namespace::html;
  if (name == TagName::br) {  // stands for <br>
    leave_foreign();
    return Namespace::html;
  }
  const bool inside_html = open_.back().space == Namespace::html;
  for (std::size_t i = open_.size(); i-- > 0;) {
    const Open open = open_[i];
    // HTML inside svg closes nothing outside of it.
    if (inside_html && open.space != Namespace::html) return Namespace::html;
    if (open.name == name && (name != TagName::unknown || is_called(text, open, tag.name(text)))) {
      while (open_.size() > i) pop();
      return open.space;
    }
    // Nor does what is inside a template.
    if (open.name == TagName::template_ && open.space == Namespace::html) return Namespace::html;
    if (open.entry != Entry::plain && i + 1 < open_.size()) return Namespace::html;
  }
  // It closes an element further out, and with it all that is in there.
  while (!open_.empty()) pop();
  return Namespace::html;
}

bool Surroundings::is_called(std::string_view text, const Open& open, std::string_view name) {
  return equals_ignoring_case(text.substr(open.name_start, open.name_length), name);
}

void Surroundings::push(std::string_view text, const Tag& tag, TagName name, Namespace space) {
  if (open_.size() >= kSurroundingsMax) return;
  if (space != Namespace::html && is_self_closing(text, tag)) return;
  Open open{.name_start = tag.start + tag.name_offset,
            .name_length = tag.name_length,
            .name = name,
            .space = space,
            .entry = Entry::plain,
            .unseen = looks(name, Look::unseen)};
  if (space != Namespace::html) {
    open.unseen = is_unseen_foreign(tag.name(text), name);
    if (is_html_inside(text, tag, name, space)) open.entry = Entry::html_inside;
    if (space == Namespace::math && is_mathml_text_point(name)) open.entry = Entry::text_inside;
  }
  templates_ += name == TagName::template_ && space == Namespace::html;
  unseen_ += open.unseen;
  open_.push_back(open);
}

void Surroundings::pop() {
  const Open& open = open_.back();
  templates_ -= open.name == TagName::template_ && open.space == Namespace::html;
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
  // Where the tree builder ignored the start tag its content was read as markup, and the index
  // shows it: then another tag comes before the end tag.
  if (i + 1 == index.size()) return kind;
  const Tag& next = index[i + 1];
  const bool closed = next.is_end() && find_tag_name(next.name(text)) == name;
  return closed ? kind : TextKind::markup;
}

}  // namespace freshet
