#include "cli/setting_kinds.h"

#include <charconv>
#include <cmath>

#include "base/ascii.h"

namespace freshet {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t worth;
};

constexpr std::int64_t kSecond = 1'000'000;
constexpr std::array<Unit, 5> kTimeUnits = {{{"d", 86'400 * kSecond},
                                             {"h", 3600 * kSecond},
                                             {"m", 60 * kSecond},
                                             {"s", kSecond},
                                             {"ms", kSecond / 1000}}};
constexpr std::array<Unit, 9> kByteUnits = {{{"", 1},
                                             {"k", 1000},
                                             {"M", 1'000'000},
                                             {"G", 1'000'000'000},
                                             {"T", 1'000'000'000'000},
                                             {"Ki", std::int64_t{1} << 10},
                                             {"Mi", std::int64_t{1} << 20},
                                             {"Gi", std::int64_t{1} << 30},
                                             {"Ti", std::int64_t{1} << 40}}};
constexpr double kYears = 100.0 * 366 * 86'400 * 1e6;
constexpr double kBytesHigh = 9e15;  // whole numbers up to there are exact

// "1.5" and what follows it. Digits and a point only: no sign, no exponent.
struct Measured {
  double number = 0;
  std::string_view unit = {};
};

std::optional<Measured> measure(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_ascii_digit(text[end]) || text[end] == '.')) ++end;
  Measured measured;
  const auto [stop, error] =
      std::from_chars(text.data(), text.data() + end, measured.number, std::chars_format::fixed);
  if (end == 0 || error != std::errc() || stop != text.data() + end) return std::nullopt;
  measured.unit = trim_ascii_whitespace(text.substr(end));
  return measured;
}

}  // namespace

std::optional<Duration> parse_duration(std::string_view text) {
  const auto measured = measure(text);
  if (!measured) return std::nullopt;
  const std::string_view named = measured->unit.empty() ? "s" : measured->unit;
  for (const Unit& unit : kTimeUnits) {
    const double worth = measured->number * static_cast<double>(unit.worth);
    if (unit.name == named && worth <= kYears) return Duration(std::llround(worth));
  }
  return std::nullopt;
}

std::string duration_words(Duration duration) {
  if (duration == Duration{}) return "0s";
  for (const Unit& unit : kTimeUnits)
    if (duration.count() % unit.worth == 0)
      return std::to_string(duration.count() / unit.worth) + std::string(unit.name);
  return std::to_string(static_cast<double>(duration.count()) / static_cast<double>(kSecond)) + "s";
}

std::optional<std::int64_t> parse_bytes(std::string_view text) {
  auto measured = measure(text);
  if (!measured) return std::nullopt;
  if (measured->unit.ends_with('B')) measured->unit.remove_suffix(1);
  for (const Unit& unit : kByteUnits) {
    const double worth = measured->number * static_cast<double>(unit.worth);
    if (unit.name == measured->unit && worth <= kBytesHigh) return std::llround(worth);
  }
  return std::nullopt;
}

}  // namespace freshet
