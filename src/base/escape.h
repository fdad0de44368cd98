// Foreign text made safe to show. What comes from the web, from a file or from the environment may
// hold line breaks that forge a log line, escape sequences that drive a terminal, or marks that
// turn the direction of writing; such characters leave us only as visible escapes.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// True for what a terminal acts on or a reader cannot see: C0 and C1 controls, DEL, the line and
// paragraph separators, the marks of bidirectional writing, and the byte order mark.
bool is_unsafe_to_show(char32_t value);

// Appends `text` with each unsafe character as \n, \r, \t or \u{1b} and each byte that is not UTF-8
// as \xff. A backslash stays one backslash: the result is to be read by a person.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

// The same for text of several lines: line feeds and tabs stay as they are.
std::string visible_lines(std::string_view text);

// Appends `text` as a JSON string with its quotes. Unsafe characters become \uXXXX, which a JSON
// reader turns back; bytes that are not UTF-8 become U+FFFD, since JSON has no way to say them.
void append_json_string(std::string& out, std::string_view text);

}  // namespace freshet
