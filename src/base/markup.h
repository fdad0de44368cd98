// Escapes foreign text for the HTML and SVG that freshet writes.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Returns `text` for an element's text or a quoted attribute: it cannot become markup. Invisible
// characters (controls, bidirectional marks) are shown as by base/escape.h.
std::string as_markup(std::string_view text);

}  // namespace freshet
