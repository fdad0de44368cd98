// Character classes and case for protocol text: ASCII only, independent of the locale.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

constexpr bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_alpha(char c) { return is_ascii_upper(c) || is_ascii_lower(c); }
constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_alnum(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }
constexpr bool is_ascii_hex_digit(char c) {
  return is_ascii_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}
constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Tab, line feed, form feed, carriage return, space: "ASCII whitespace" of the WHATWG standards.
constexpr bool is_ascii_whitespace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

constexpr char to_ascii_lower(char c) {
  return is_ascii_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr char to_ascii_upper(char c) {
  return is_ascii_lower(c) ? static_cast<char>(c - ('a' - 'A')) : c;
}

// Returns the value of a hex digit; `c` must be one.
constexpr unsigned hex_value(char c) {
  if (is_ascii_digit(c)) return static_cast<unsigned>(c - '0');
  return static_cast<unsigned>(to_ascii_lower(c) - 'a') + 10;
}

inline std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_ascii_lower(c);
  return lower;
}

constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (to_ascii_lower(a[i]) != to_ascii_lower(b[i])) return false;
  return true;
}

constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         equals_ignoring_case(text.substr(0, prefix.size()), prefix);
}

constexpr std::string_view trim_ascii_whitespace(std::string_view text) {
  while (!text.empty() && is_ascii_whitespace(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_whitespace(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace freshet
