#include "html/foreign_content.h"

#include <string>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/element_rules.h"

namespace freshet {

using element_rules::any_of;

bool is_math_text_point(TagName name) {
  using enum TagName;
  return any_of(name, mi, mn, mo, ms, mtext);
}

bool is_svg_html_point(TagName name) {
  using enum TagName;
  return any_of(name, foreignobject, desc, title);
}

bool is_html_annotation(TagName name, std::string_view rest) {
  if (name != TagName::annotation_xml) return false;
  const auto encoding = find_attribute_in(rest, "encoding");
  if (!encoding) return false;
  const std::string value = decode_attribute(*encoding);
  return equals_ignoring_case(value, "text/html") ||
         equals_ignoring_case(value, "application/xhtml+xml");
}

bool leaves_foreign_content(TagName name, std::string_view rest) {
  using enum TagName;
  if (name == font) {
    return find_attribute_in(rest, "color") || find_attribute_in(rest, "face") ||
           find_attribute_in(rest, "size");
  }
  return any_of(name, b, big, blockquote, body, br, center, code, dd, div, dl, dt, em, embed, h1,
                h2, h3, h4, h5, h6, head, hr, i, img, li, listing, menu, meta, nobr, ol, p, pre,
                ruby, s, small, span, strike, strong, sub, sup, table, tt, u, ul, var);
}

}  // namespace freshet
