// Bytes in the notation of the golden files of tests.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

inline std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[(c >> 4) & 15];
    text += kDigits[c & 15];
  }
  return text;
}

}  // namespace freshet
