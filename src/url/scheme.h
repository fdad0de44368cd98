// The special schemes of the URL standard and their default ports.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace freshet {

// `scheme` in lower case, without the ':'.
constexpr std::optional<std::uint16_t> default_port(std::string_view scheme) {
  if (scheme == "http" || scheme == "ws") return 80;
  if (scheme == "https" || scheme == "wss") return 443;
  if (scheme == "ftp") return 21;
  return std::nullopt;
}

constexpr bool is_special_scheme(std::string_view scheme) {
  return default_port(scheme).has_value() || scheme == "file";
}

}  // namespace freshet
