#include "learn/print_number.h"

#include <fmt/format.h>

#include <cmath>

namespace freshet {

std::string two_decimals(double number) {
  const double rounded = std::floor(number * 100 + 0.5) / 100;
  std::string text = fmt::format("{:.2f}", rounded);
  if (text.ends_with('0')) text.pop_back();
  return text;
}

std::string six_decimals(double number) {
  constexpr double kScaleMax = 9e18;  // limit of 64 bits
  const double scaled = number * 1e6;
  if (!(std::abs(scaled) < kScaleMax)) return fmt::format("{}", number);
  const auto units = static_cast<long long>(std::abs(scaled) + 0.5);
  std::string text = fmt::format("{}.{:06}", units / 1000000, units % 1000000);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  if (scaled < 0 && units > 0) text.insert(0, 1, '-');
  return text;
}

}  // namespace freshet
