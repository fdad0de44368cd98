// Percent-encoding, byte by byte (RFC 3986, section 2.1): "%2F" stands for the byte 0x2F. Which
// bytes are written so is for each format to say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace freshet {

// What means the same bare and percent-encoded (RFC 3986, section 2.3).
constexpr bool is_unreserved(char c) {
  return is_ascii_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Appends "%XX", with upper-case digits.
inline void append_percent_byte(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const char encoded[] = {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
  out.append(encoded, sizeof encoded);
}

// True if `text` has "%XX" at `at`, a byte that is written as two hex digits.
constexpr bool is_percent_byte(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && is_ascii_hex_digit(text[at + 1]) &&
         is_ascii_hex_digit(text[at + 2]);
}

// The byte of the "%XX" at `at`, which must be one.
constexpr unsigned char percent_byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(hex_value(text[at + 1]) << 4 | hex_value(text[at + 2]));
}

// `text` with every "%XX" replaced by its byte; a '%' that starts none is kept.
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
