// Base64 as pages use it (RFC 4648, section 4).
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Decodes up to the first byte that does not belong to the alphabet. Any bytes give some text.
inline std::string decode_base64(std::string_view packed) {
  std::string text;
  unsigned bits = 0, count = 0;
  for (const char c : packed) {
    unsigned value = 0;
    if (c >= 'A' && c <= 'Z')
      value = static_cast<unsigned>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      value = static_cast<unsigned>(c - 'a') + 26;
    else if (c >= '0' && c <= '9')
      value = static_cast<unsigned>(c - '0') + 52;
    else if (c == '+')
      value = 62;
    else if (c == '/')
      value = 63;
    else
      break;
    bits = (bits << 6 | value) & 0xffffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    text += static_cast<char>(bits >> count & 0xff);
  }
  return text;
}

}  // namespace freshet
