#include "report/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace freshet {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;
constexpr double kYear = 365.25 * kDay;
constexpr double kMonth = kYear / 12;
constexpr double kHardlyEver = 20 * kYear;
constexpr std::string_view kEllipsis = "...";

struct Unit {
  double seconds;
  double from;  // the shortest span in seconds that is given in this unit
  std::string_view name;
};
constexpr std::array<Unit, 6> kUnits = {{{kYear, 2 * kYear, "year"},
                                         {kMonth, 2 * kMonth, "month"},
                                         {kDay, 1.5 * kDay, "day"},
                                         {kHour, kHour, "hour"},
                                         {kMinute, kMinute, "minute"},
                                         {1, 0, "second"}}};

// "1", "2.5", "25", "250".
std::string two_digits(double number) {
  if (number >= 9.95) return fmt::format("{:.0f}", number);
  std::string text = fmt::format("{:.1f}", number);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string seconds_words(double seconds) {
  const auto unit = std::find_if(kUnits.begin(), kUnits.end() - 1,
                                 [&](const Unit& one) { return seconds >= one.from; });
  const std::string number = two_digits(seconds / unit->seconds);
  return fmt::format("{} {}{}", number, unit->name, number == "1" ? "" : "s");
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string percent_words(double share) {
  const double percent = 100 * std::clamp(share, 0.0, 1.0);
  if (percent > 99.9 && percent < 100) return "99.9 %";
  if (percent > 0 && percent < 0.1) return "0.1 %";
  return percent == 0 || percent == 100 ? fmt::format("{:.0f} %", percent)
                                        : fmt::format("{:.1f} %", percent);
}

std::string span_words(Duration span) {
  return seconds_words(std::abs(std::chrono::duration<double>(span).count()));
}

std::string pace_words(double changes_per_day) {
  if (!(changes_per_day > kDay / kHardlyEver)) return "hardly ever";
  if (changes_per_day > 1.5) return fmt::format("{} times a day", two_digits(changes_per_day));
  const std::string span = seconds_words(kDay / changes_per_day);
  return span == "24 hours" ? "every day" : fmt::format("every {}", span);
}

std::string rate_words(double changes_per_day, double low, double high) {
  const std::string often = pace_words(high);
  const std::string rarely = pace_words(low);
  if (often == rarely) return pace_words(changes_per_day);
  return fmt::format("{} (80 % interval: {} to {})", pace_words(changes_per_day), often, rarely);
}

std::string elapsed_words(Duration duration) {
  const auto all = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
  if (all < 60) return fmt::format("{}s", all);
  if (all < 3600) return fmt::format("{}m {}s", all / 60, all % 60);
  if (all < 86'400) return fmt::format("{}h {}m", all / 3600, all / 60 % 60);
  return fmt::format("{}d {}h", all / 86'400, all / 3600 % 24);
}

std::string moment_words(Time time, Time now) {
  const std::string when = minute_words(time) + " UTC";
  if (time > now) return fmt::format("{}, in {}", when, span_words(time - now));
  return fmt::format("{}, {} ago", when, span_words(now - time));
}

std::string minute_words(Time time) {
  std::string text = iso_time(time).substr(0, std::string_view("2026-11-16T00:34").size());
  text[text.find('T')] = ' ';
  return text;
}

std::string day_words(Time time) {
  return iso_time(time).substr(0, std::string_view("2026-11-16").size());
}

std::string shortened(std::string_view text, std::size_t length_max) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  const auto length = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
  if (length <= length_max) return std::string(text);
  const std::size_t kept = length_max > kEllipsis.size() ? length_max - kEllipsis.size() : 0;
  std::size_t seen = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (begins(text[at]) && seen++ == kept) break;
  return std::string(text.substr(0, at)) + std::string(kEllipsis);
}

std::string bold(std::string_view text, bool in_color) {
  return in_color ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

}  // namespace freshet
