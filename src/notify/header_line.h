// Header lines that people enter for a channel.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

struct HeaderLine {
  std::string name;
  std::string value;
};

// Parses "Name: value". None for names that are no token, that frame the message or that we set
// ourselves, and for values with control characters.
std::optional<HeaderLine> parse_header_line(std::string_view line);

}  // namespace freshet
