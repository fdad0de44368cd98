#include "learn/text_scan.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kShownBytesMax = 80;

}  // namespace

std::unexpected<Error> TextScan::error(std::string_view what, Errc code) const {
  return std::unexpected(
      Error{code, fmt::format("line {}, column {}: {}", line_, at_ - line_start_ + 1, what)});
}

std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return {};
  return number;
}

std::string shown(std::string_view text) {
  if (text.size() <= kShownBytesMax) return visible(text);
  return visible(text.substr(0, kShownBytesMax)) + "...";
}

}  // namespace freshet
