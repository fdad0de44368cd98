// Where the parts of a page end that hold no tags: comments, declarations, raw text, scripts.
//
// All of them follow the tokenizer of the HTML standard (WHATWG HTML, 13.2.5). Offsets are bytes of
// the page; a part that does not end runs to the end of the page.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace freshet {

// A space, a slash or a '>': what no tag name holds.
constexpr bool ends_tag_name(char c) { return is_ascii_whitespace(c) || c == '/' || c == '>'; }

// Whether the '<' at `at` opens a tag: a letter follows, or a slash and a letter.
bool opens_tag(std::string_view text, std::size_t at);

// Whether the '<' at `at` opens something else than a tag or text: a comment, a doctype, a CDATA
// section, or what the standard calls a bogus comment ("<?", "<!x", "</3").
bool opens_declaration(std::string_view text, std::size_t at);

// The offset behind the declaration that the '<' at `at` opens. `cdata_allowed`: the tag around it
// is not an HTML element (but one of SVG or MathML), so "<![CDATA[" is a section, not a comment.
std::size_t end_of_declaration(std::string_view text, std::size_t at, bool cdata_allowed);

inline constexpr std::string_view kCdataOpening = "<![CDATA[";

// The offset of the end tag that ends raw text: the '<' of the first "</name" at or behind `from`
// with a space, a slash or a '>' behind it.
std::size_t end_of_raw_text(std::string_view text, std::size_t from, std::string_view name);

// The same for the inside of a script, which may hide its own end tag in "<!-- <script ... -->".
std::size_t end_of_script(std::string_view text, std::size_t from);

}  // namespace freshet
