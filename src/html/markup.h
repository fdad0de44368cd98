// Finds the ends of page parts without tags: comments, declarations, raw text, scripts.
//
// All of them follow the tokenizer of the HTML standard (WHATWG HTML, 13.2.5). Offsets are bytes of
// the page; an unclosed part extends to the end of the page.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace freshet {

// Returns true for a space, a slash or a '>', which no tag name contains.
constexpr bool ends_tag_name(char c) { return is_ascii_whitespace(c) || c == '/' || c == '>'; }

// Returns true if the '<' at `at` opens a tag: a letter follows, or a slash and a letter.
bool opens_tag(std::string_view text, std::size_t at);

// Returns true if the '<' at `at` opens neither a tag nor text: a comment, a doctype, a CDATA
// section, or a bogus comment of the standard ("<?", "<!x", "</3").
bool opens_declaration(std::string_view text, std::size_t at);

// Returns the offset after the declaration that the '<' at `at` opens. `cdata_allowed`: the element
// around it is not HTML (but SVG or MathML), so "<![CDATA[" is a section, not a comment.
std::size_t end_of_declaration(std::string_view text, std::size_t at, bool cdata_allowed);

inline constexpr std::string_view kCdataOpening = "<![CDATA[";

// Returns the offset of the end tag of raw text: the '<' of the first "</name" at or after `from`
// that is followed by a space, a slash or a '>'.
std::size_t end_of_raw_text(std::string_view text, std::size_t from, std::string_view name);

// The same for the content of a script, which may hide its own end tag in "<!-- <script ... -->".
std::size_t end_of_script(std::string_view text, std::size_t from);

}  // namespace freshet
