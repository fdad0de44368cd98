#include "base/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/ascii.h"

namespace freshet {
namespace {

struct Parts {
  int year;
  unsigned month;
  unsigned day;
  std::int64_t hour;
  std::int64_t minute;
  std::int64_t second;
  std::int64_t microsecond;
};

Parts parts_of(Time time) {
  time = std::clamp(time, kTimeMin, kTimeMax);
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::int64_t us = (time - day).count();
  return {.year = static_cast<int>(date.year()),
          .month = static_cast<unsigned>(date.month()),
          .day = static_cast<unsigned>(date.day()),
          .hour = us / 3'600'000'000,
          .minute = us / 60'000'000 % 60,
          .second = us / 1'000'000 % 60,
          .microsecond = us % 1'000'000};
}

// Returns nothing for an invalid time. Second 60 is read as 59, as leap seconds are not counted.
std::optional<Time> time_of(const Parts& p) {
  const std::chrono::year_month_day date{std::chrono::year{p.year}, std::chrono::month{p.month},
                                         std::chrono::day{p.day}};
  if (!date.ok() || p.year < 1 || p.hour > 23 || p.minute > 59 || p.second > 60)
    return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{p.hour} + std::chrono::minutes{p.minute} +
         std::chrono::seconds{std::min<std::int64_t>(p.second, 59)} + Duration{p.microsecond};
}

// Reads exactly `count` digits and removes them from `text`.
std::optional<std::int64_t> take_number(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  std::int64_t number = 0;
  for (const char c : text.substr(0, count)) {
    if (!is_ascii_digit(c)) return std::nullopt;
    number = number * 10 + (c - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// Reads ".123": at least one digit; those beyond the microsecond are dropped.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  std::int64_t microseconds = 0;
  std::size_t digits = 0;
  while (!text.empty() && is_ascii_digit(text.front())) {
    if (digits < 6) microseconds = microseconds * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  if (digits == 0 || digits > 9) return std::nullopt;
  for (; digits < 6; ++digits) microseconds *= 10;
  return microseconds;
}

// Reads "Z", "+01:00", "-0330" or nothing.
std::optional<Duration> take_zone(std::string_view& text) {
  if (text.empty() || take(text, 'Z') || take(text, 'z')) return Duration{0};
  const bool is_behind = text.front() == '-';
  if (!take(text, '+') && !take(text, '-')) return std::nullopt;
  const auto hours = take_number(text, 2);
  take(text, ':');
  const auto minutes = take_number(text, 2);
  if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  const Duration offset = std::chrono::hours{*hours} + std::chrono::minutes{*minutes};
  return is_behind ? -offset : offset;
}

std::optional<Time> parse_digits(std::string_view text) {
  Parts parts{
      .year = 0, .month = 1, .day = 1, .hour = 0, .minute = 0, .second = 0, .microsecond = 0};
  parts.year = static_cast<int>(*take_number(text, 4));
  if (text.size() % 2 != 0 && text.size() != 13) return std::nullopt;
  if (!text.empty()) parts.month = static_cast<unsigned>(*take_number(text, 2));
  if (!text.empty()) parts.day = static_cast<unsigned>(*take_number(text, 2));
  if (!text.empty()) parts.hour = *take_number(text, 2);
  if (!text.empty()) parts.minute = *take_number(text, 2);
  if (!text.empty()) parts.second = *take_number(text, 2);
  if (!text.empty()) parts.microsecond = *take_number(text, 3) * 1000;
  return time_of(parts);
}

// Reads the part after the date: "T00:34", "T00:34:46", "T00:34:46.5", then a zone.
bool take_time_of_day(std::string_view& text, Parts& parts) {
  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return false;
  const auto hour = take_number(text, 2);
  if (!hour || !take(text, ':')) return false;
  const auto minute = take_number(text, 2);
  if (!minute) return false;
  parts.hour = *hour;
  parts.minute = *minute;
  if (!take(text, ':')) return true;
  const auto second = take_number(text, 2);
  if (!second) return false;
  parts.second = *second;
  if (!take(text, '.')) return true;
  const auto fraction = take_fraction(text);
  if (fraction) parts.microsecond = *fraction;
  return fraction.has_value();
}

std::optional<Time> parse_punctuated(std::string_view text) {
  Parts parts{
      .year = 0, .month = 1, .day = 1, .hour = 0, .minute = 0, .second = 0, .microsecond = 0};
  const auto year = take_number(text, 4);
  if (!year) return std::nullopt;
  parts.year = static_cast<int>(*year);
  for (unsigned* part : {&parts.month, &parts.day}) {
    if (text.empty()) return time_of(parts);
    if (!take(text, '-')) return std::nullopt;
    const auto number = take_number(text, 2);
    if (!number) return std::nullopt;
    *part = static_cast<unsigned>(*number);
  }
  if (text.empty()) return time_of(parts);
  if (!take_time_of_day(text, parts)) return std::nullopt;
  const auto zone = take_zone(text);
  const auto time = time_of(parts);
  if (!zone || !time || !text.empty()) return std::nullopt;
  const Time utc = *time - *zone;
  if (utc < kTimeMin || utc > kTimeMax) return std::nullopt;
  return utc;
}

}  // namespace

std::string iso_time(Time time) {
  const Parts p = parts_of(time);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", p.year, p.month, p.day, p.hour,
                     p.minute, p.second, p.microsecond);
}

std::string digits_time(Time time) {
  const Parts p = parts_of(time);
  return fmt::format("{:04}{:02}{:02}{:02}{:02}{:02}{:03}", p.year, p.month, p.day, p.hour,
                     p.minute, p.second, p.microsecond / 1000);
}

std::string digits_time_14(Time time) { return digits_time(time).substr(0, 14); }

std::optional<Time> parse_time(std::string_view text) {
  const bool only_digits =
      std::all_of(text.begin(), text.end(), [](char c) { return is_ascii_digit(c); });
  if (only_digits && text.size() >= 4 && text.size() <= 17) return parse_digits(text);
  return parse_punctuated(text);
}

Time SystemClock::now() {
  return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

}  // namespace freshet
