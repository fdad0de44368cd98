#include "notify/header_line.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::string_view kOurNames[] = {
    "host",   "content-length", "transfer-encoding", "connection",        "content-type",
    "expect", "webhook-id",     "webhook-timestamp", "webhook-signature", "upgrade",
    "te",     "trailer"};

bool is_token_byte(char c) {
  constexpr std::string_view kOther = "!#$%&'*+-.^_`|~";
  return is_ascii_alnum(c) || kOther.find(c) != std::string_view::npos;
}

}  // namespace

std::optional<HeaderLine> parse_header_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return std::nullopt;
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = trim_ascii_whitespace(line.substr(colon + 1));
  if (!std::ranges::all_of(name, is_token_byte)) return std::nullopt;
  if (std::ranges::find(kOurNames, ascii_lower(name)) != std::end(kOurNames)) return std::nullopt;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (std::ranges::any_of(value, is_control)) return std::nullopt;
  return HeaderLine{std::string(name), std::string(value)};
}

}  // namespace freshet
