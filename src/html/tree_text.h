// Text as tree construction takes it.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Returns the text with line ends as line feeds; all else is left as it is.
std::string with_line_feeds(std::string_view run);

// Returns the same with character references replaced.
std::string decode_text(std::string_view run);

// Returns the text with each NUL as U+FFFD.
std::string replace_nulls(std::string_view text);

// Returns true if a page with this declaration is in quirks mode (WHATWG HTML 13.2.6.4.1).
// `declaration` is from the "<!doctype" to the '>'.
bool is_quirky_doctype(std::string_view declaration);

}  // namespace freshet
