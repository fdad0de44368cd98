#include "base/wording.h"

#include <fmt/format.h>

#include <array>

namespace freshet {

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string size_words(std::uint64_t bytes) {
  if (bytes < 1000) return counted(bytes, "byte", "bytes");
  constexpr std::array<std::string_view, 6> kUnits = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double size = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  // 999.95 would be shown as 1000.0.
  for (; size >= 999.95 && unit + 1 < kUnits.size(); ++unit) size /= 1000;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string second_words(Time time) {
  std::string text = iso_time(time).substr(0, std::string_view("2026-11-16T00:34:46").size());
  text[text.find('T')] = ' ';
  return text;
}

}  // namespace freshet
