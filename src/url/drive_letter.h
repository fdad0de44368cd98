// Windows drive letters in file URLs ("file:///C:/x"), which the URL standard parses on every
// system.
#pragma once

#include <string_view>

#include "base/ascii.h"

namespace freshet {

constexpr bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && is_ascii_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

constexpr bool is_normal_drive_letter(std::string_view text) {
  return is_drive_letter(text) && text[1] == ':';
}

constexpr bool starts_with_drive_letter(std::string_view text) {
  return is_drive_letter(text.substr(0, 2)) &&
         (text.size() == 2 || text[2] == '/' || text[2] == '\\' || text[2] == '?' ||
          text[2] == '#');
}

}  // namespace freshet
