// Lists in one text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace freshet {

// Returns the parts of `text` between the separators, empty ones included: "a,,b" has three, ""
// has one. They are views into `text`.
inline std::vector<std::string_view> split_at(char separator, std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace freshet
