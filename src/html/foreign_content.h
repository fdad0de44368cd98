// SVG and MathML inside of HTML: in which of their elements HTML begins again, and which tags leave
// them (WHATWG HTML 13.2.6 and 13.2.6.5).
#pragma once

#include <string_view>

#include "html/tag_names.h"

namespace freshet {

// A MathML element that holds text, and so HTML: "MathML text integration point".
bool is_math_text_point(TagName name);

// An SVG element that holds HTML.
bool is_svg_html_point(TagName name);

// A MathML annotation-xml that says it holds HTML. With the one above: "HTML integration point".
// `rest` is what stands behind the name of its start tag, up to and with the '>'.
bool is_html_annotation(TagName name, std::string_view rest);

// A start tag that ends all open SVG and MathML elements.
bool leaves_foreign_content(TagName name, std::string_view rest);

}  // namespace freshet
