// Percent-encoding of bytes (RFC 3986, section 2.1): "%2F" stands for the byte 0x2F. Each format
// defines which bytes are encoded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace freshet {

// Returns true for characters that mean the same with and without percent-encoding (RFC 3986,
// section 2.3).
constexpr bool is_unreserved(char c) {
  return is_ascii_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Appends "%XX", with upper-case digits.
inline void append_percent_byte(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const char encoded[] = {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
  out.append(encoded, sizeof encoded);
}

// Returns true if `text` has "%XX" with two hex digits at `at`.
constexpr bool is_percent_byte(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && is_ascii_hex_digit(text[at + 1]) &&
         is_ascii_hex_digit(text[at + 2]);
}

// Returns the byte of the "%XX" at `at`, which must be valid.
constexpr unsigned char percent_byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(hex_value(text[at + 1]) << 4 | hex_value(text[at + 2]));
}

// Returns `text` with every "%XX" replaced by its byte; any other '%' is kept.
inline std::string percent_decode(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_percent_byte(text, i)) {
      bytes.push_back(static_cast<char>(percent_byte_at(text, i)));
      i += 2;
    } else {
      bytes.push_back(text[i]);
    }
  }
  return bytes;
}

}  // namespace freshet
