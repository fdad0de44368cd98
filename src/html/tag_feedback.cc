#include "html/tag_feedback.h"

#include "html/element_rules.h"
#include "html/foreign_content.h"
#include "html/tag_names.h"

namespace freshet {
namespace {

// Returns true for elements inside which a start tag may be HTML again. SVG and MathML differ, but
// here a superset suffices.
bool may_hold_html(TagName name) {
  return is_svg_html_point(name) || is_math_text_point(name) || name == TagName::annotation_xml;
}

// Returns true for tags that matter only to a <select> inside a table.
bool is_table_part(TagName name) {
  switch (name) {
    case TagName::caption:
    case TagName::table:
    case TagName::tbody:
    case TagName::td:
    case TagName::tfoot:
    case TagName::th:
    case TagName::thead:
    case TagName::tr:
      return true;
    default:
      return false;
  }
}

}  // namespace

Content NameFeedback::start_tag(std::string_view name, std::string_view rest, bool self_closing) {
  switch (region_) {
    case Region::html:
      return start_tag_in_html(name, self_closing);
    case Region::foreign:
      return start_tag_in_foreign(name, rest, self_closing);
    case Region::select:
      return start_tag_in_select(name);
  }
  return Content::undecided;
}

Content NameFeedback::start_tag_in_html(std::string_view name, bool self_closing) {
  const TagName tag = find_tag_name(name);
  switch (tag) {
    case TagName::svg:
    case TagName::math:
      if (!self_closing) open_foreign(find_tag_key(name));
      return Content::markup;
    case TagName::select:
      region_ = Region::select;
      return Content::markup;
    case TagName::template_:
      template_seen_ = true;
      return Content::markup;
    case TagName::col:
      return template_seen_ ? Content::undecided : Content::markup;
    case TagName::frameset:
      return Content::undecided;
    default:
      return content_of(tag, scripting_);
  }
}

Content NameFeedback::start_tag_in_foreign(std::string_view name, std::string_view rest,
                                           bool self_closing) {
  const TagKey key = find_tag_key(name);
  if (leaves_foreign_content(key.name, rest)) return Content::undecided;
  if (may_hold_html(foreign_[foreign_depth_ - 1].name)) return Content::undecided;
  if (self_closing) return Content::markup;
  if (foreign_depth_ == kForeignDepthMax) return Content::undecided;
  open_foreign(key);
  return Content::markup;
}

// WHATWG HTML 13.2.6.4.16 "in select": all other tags are ignored, raw text or not.
Content NameFeedback::start_tag_in_select(std::string_view name) {
  const TagName tag = find_tag_name(name);
  switch (tag) {
    case TagName::input:
    case TagName::keygen:
    case TagName::select:
    case TagName::textarea:
      region_ = Region::html;
      return tag == TagName::textarea ? Content::raw_text : Content::markup;
    case TagName::script:
      return Content::script;
    case TagName::template_:
      return Content::undecided;
    default:
      return is_table_part(tag) ? Content::undecided : Content::markup;
  }
}

bool NameFeedback::end_tag(std::string_view name) {
  if (region_ == Region::html) return true;
  const TagKey key = find_tag_key(name);
  const TagName tag = key.name;
  if (region_ == Region::select) {
    if (tag == TagName::select) region_ = Region::html;
    return tag != TagName::template_ && !is_table_part(tag);
  }
  if (tag == TagName::p || tag == TagName::br) return false;
  for (std::size_t i = foreign_depth_; i-- > 0;) {
    if (foreign_[i] != key) continue;
    foreign_depth_ = i;
    if (i == 0) region_ = Region::html;
    return true;
  }
  return false;
}

void NameFeedback::open_foreign(const TagKey& key) {
  region_ = Region::foreign;
  foreign_[foreign_depth_++] = key;
}

}  // namespace freshet
