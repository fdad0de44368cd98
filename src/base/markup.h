// Foreign text in the HTML and SVG that we write.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// `text` as the text of an element or the value of a quoted attribute: it cannot become markup,
// and what a reader cannot see (controls, marks that turn the direction of writing) is shown as
// base/escape.h shows it.
std::string as_markup(std::string_view text);

}  // namespace freshet
