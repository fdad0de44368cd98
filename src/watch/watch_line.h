// A line of a watched page: the unit that is compared.
#pragma once

#include <string>
#include <vector>

namespace freshet {

struct WatchLine {
  std::string text = {};
  std::vector<std::string> links = {};  // targets of its anchors; of whole pages of HTML only

  bool operator==(const WatchLine&) const = default;
};

using WatchLines = std::vector<WatchLine>;

// Returns the texts, each with a line end.
inline std::string text_of(const WatchLines& lines) {
  std::string text;
  for (const WatchLine& line : lines) text.append(line.text).append("\n");
  return text;
}

}  // namespace freshet
