// Makes foreign text safe to display. Text from the web, a file or the environment may contain line
// breaks that forge a log line, escape sequences that control a terminal, or bidirectional marks;
// such characters are shown as visible escapes.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Returns true for characters that a terminal acts on or a reader cannot see: C0 and C1 controls,
// DEL, the line and paragraph separators, bidirectional marks, and the byte order mark.
bool is_unsafe_to_show(char32_t value);

// Appends `text` with each unsafe character as \n, \r, \t or \u{1b} and each byte that is not UTF-8
// as \xff. A backslash stays one backslash: the result is for people.
void append_visible(std::string& out, std::string_view text);
std::string visible(std::string_view text);

// The same for text of several lines: keeps line feeds and tabs.
std::string visible_lines(std::string_view text);

// Appends `text` as a JSON string with its quotes. Unsafe characters become \uXXXX, which a JSON
// reader decodes; bytes that are not UTF-8 become U+FFFD, since JSON cannot express them.
void append_json_string(std::string& out, std::string_view text);

}  // namespace freshet
