#include "watch/duration_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

using namespace std::chrono_literals;

struct DurationUnit {
  std::string_view name;
  Duration length;
};

constexpr std::array<DurationUnit, 7> kDurationUnits = {
    {{"w", 24h * 7}, {"d", 24h}, {"h", 1h}, {"m", 1min}, {"s", 1s}, {"ms", 1ms}, {"us", 1us}}};

}  // namespace

std::optional<Duration> duration_from_text(std::string_view text) {
  Duration sum{0};
  auto unit = kDurationUnits.begin();
  if (text.empty()) return std::nullopt;
  while (!text.empty()) {
    std::int64_t count = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc{} || count < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    const std::string_view name = text.substr(0, text.find_first_of("0123456789"));
    unit = std::find_if(unit, kDurationUnits.end(),
                        [&](const DurationUnit& known) { return known.name == name; });
    if (unit == kDurationUnits.end() || count > kDurationTextMax / unit->length)
      return std::nullopt;
    sum += count * unit->length;
    if (sum > kDurationTextMax) return std::nullopt;
    text.remove_prefix(name.size());
    ++unit;
  }
  return sum;
}

std::string duration_text(Duration duration) {
  require(duration >= Duration{0}, "a duration is not negative");
  std::string text;
  for (const DurationUnit& unit : kDurationUnits) {
    if (unit.name == "w" || duration < unit.length) continue;
    text += std::to_string(duration / unit.length) + std::string(unit.name);
    duration %= unit.length;
  }
  return text.empty() ? "0s" : text;
}

}  // namespace freshet
