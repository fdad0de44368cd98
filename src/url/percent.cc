#include "url/percent.h"

#include "base/ascii.h"

namespace freshet {

void append_percent_byte(std::string& out, unsigned char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const char encoded[] = {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
  out.append(encoded, sizeof encoded);
}

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  std::size_t kept = 0;  // start of the run that is copied as it is
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_in(set, text[i])) continue;
    out.append(text, kept, i - kept);
    append_percent_byte(out, static_cast<unsigned char>(text[i]));
    kept = i + 1;
  }
  out.append(text, kept);
}

bool is_percent_byte(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && is_ascii_hex_digit(text[at + 1]) &&
         is_ascii_hex_digit(text[at + 2]);
}

unsigned char percent_byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(hex_value(text[at + 1]) << 4 | hex_value(text[at + 2]));
}

std::string percent_decode(std::string_view text) {
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
