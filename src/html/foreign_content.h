// SVG and MathML inside HTML: the elements whose content is HTML again, and the tags that leave
// foreign content (WHATWG HTML 13.2.6 and 13.2.6.5).
#pragma once

#include <string_view>

#include "html/tag_names.h"

namespace freshet {

// Returns true for a MathML element that contains text, and so HTML: "MathML text integration
// point".
bool is_math_text_point(TagName name);

// Returns true for an SVG element that contains HTML.
bool is_svg_html_point(TagName name);

// Returns true for a MathML annotation-xml that declares HTML. With the one above: "HTML
// integration point". `rest` is the part after the name of its start tag, including the '>'.
bool is_html_annotation(TagName name, std::string_view rest);

// Returns true for a start tag that closes all open SVG and MathML elements.
bool leaves_foreign_content(TagName name, std::string_view rest);

}  // namespace freshet
