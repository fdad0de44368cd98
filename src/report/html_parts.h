// Common parts of the HTML pages of reports.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// A page up to the beginning of its main part: style, `heading`, and a sentence below it, `lead`.
// All of them are text.
std::string html_head(std::string_view title, std::string_view heading, std::string_view lead);

// A drawing, or other markup, with a heading and a note above it. Nothing if there is none.
std::string html_section(std::string_view title, std::string_view note, std::string_view inside,
                         bool is_wide = false);

}  // namespace freshet
