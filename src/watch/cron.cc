#include "watch/cron.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/split.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 12> kMonthNames = {"jan", "feb", "mar", "apr", "may", "jun",
                                                          "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kDayNames = {"sun", "mon", "tue", "wed",
                                                       "thu", "fri", "sat"};

struct CronField {
  std::string_view name;
  int first;
  int last;
  std::span<const std::string_view> words = {};
  int first_word = 0;  // the number of the first of them
};

constexpr std::array<CronField, 5> kCronFields = {{{"minute", 0, 59},
                                                   {"hour", 0, 23},
                                                   {"day of month", 1, 31},
                                                   {"month", 1, 12, kMonthNames, 1},
                                                   {"day of week", 0, 7, kDayNames, 0}}};

using CronNumbers = std::bitset<64>;

std::optional<int> cron_number(const CronField& field, std::string_view text) {
  for (std::size_t i = 0; i < field.words.size(); ++i)
    if (equals_ignoring_case(field.words[i], text)) return field.first_word + static_cast<int>(i);
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end || number < 0) return std::nullopt;
  return number;
}

std::optional<std::string> out_of_range(const CronField& field, int number) {
  if (number >= field.first && number <= field.last) return std::nullopt;
  return fmt::format("{} is not from {} to {}", number, field.first, field.last);
}

// Adds "*", "5", "1-5", "*/2" or "1-5/2". Returns the problem.
std::optional<std::string> add_range(const CronField& field, std::string_view text,
                                     CronNumbers& numbers) {
  const auto step_at = text.find('/');
  const std::string_view range = text.substr(0, step_at);
  int first = field.first;
  int last = field.last;
  if (range != "*") {
    const auto dash = range.find('-');
    const auto from = cron_number(field, range.substr(0, dash));
    const auto to =
        dash == std::string_view::npos ? from : cron_number(field, range.substr(dash + 1));
    if (!from || !to) return fmt::format("\"{}\" is not a number, a range or *", visible(range));
    if (auto problem = out_of_range(field, *from)) return problem;
    if (auto problem = out_of_range(field, *to)) return problem;
    if (*from > *to) return fmt::format("\"{}\" ends before it begins", visible(range));
    if (dash == std::string_view::npos && step_at != std::string_view::npos)
      return fmt::format("\"{}\" has a step but no range", visible(text));
    first = *from;
    last = *to;
  } else if (field.last == 7) {
    last = 6;  // Sunday once
  }
  int step = 1;
  if (step_at != std::string_view::npos) {
    const auto given = cron_number({"step", 0, 0}, text.substr(step_at + 1));
    if (!given || *given < 1 || *given > field.last)
      return fmt::format("\"{}\" has a step that is not from 1 to {}", visible(text), field.last);
    step = *given;
  }
  for (int number = first; number <= last; number += step)
    numbers.set(static_cast<std::size_t>(number));
  return std::nullopt;
}

std::expected<CronNumbers, std::string> read_field(const CronField& field, std::string_view text) {
  CronNumbers numbers;
  for (const std::string_view part : split_at(',', text)) {
    if (auto problem = add_range(field, part, numbers))
      return std::unexpected(fmt::format("the field \"{}\": {}", field.name, *problem));
  }
  return numbers;
}

std::vector<std::string_view> cron_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text = trim_ascii_whitespace(text);
    if (text.empty()) return words;
    const std::size_t end = std::min(text.find_first_of(" \t\r\n\f"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

template <std::size_t N>
std::bitset<N> first_bits(const CronNumbers& numbers) {
  std::bitset<N> bits;
  for (std::size_t i = 0; i < N; ++i) bits.set(i, numbers.test(i));
  return bits;
}

}  // namespace

Result<CronExpression> CronExpression::parse(std::string_view text) {
  const auto wrong = [](std::string_view why) {
    return std::unexpected(Error{Errc::invalid, fmt::format("cron expression: {}", why)});
  };
  if (text.size() > kTextMax) return wrong(fmt::format("longer than {} bytes", kTextMax));
  const std::vector<std::string_view> words = cron_words(text);
  if (words.size() != kCronFields.size())
    return wrong(fmt::format(
        "needs 5 fields (minute, hour, day of month, month, day of week), has {}", words.size()));
  std::array<CronNumbers, 5> numbers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto field = read_field(kCronFields[i], words[i]);
    if (!field) return wrong(field.error());
    numbers[i] = *field;
  }
  CronExpression cron;
  cron.minutes_ = first_bits<60>(numbers[0]);
  cron.hours_ = first_bits<24>(numbers[1]);
  cron.days_ = first_bits<32>(numbers[2]);
  cron.months_ = first_bits<13>(numbers[3]);
  cron.weekdays_ = first_bits<7>(numbers[4]);
  if (numbers[4].test(7)) cron.weekdays_.set(0);
  cron.needs_both_days_ = words[2].starts_with('*') || words[4].starts_with('*');
  cron.is_rhythm_ = words[0].starts_with('*') || words[1].starts_with('*');
  if (cron.needs_both_days_) {
    // 2024 is a leap year: a month has all days that it ever has.
    bool comes = false;
    for (unsigned month = 1; month <= 12; ++month) {
      const auto last = std::chrono::year(2024) / std::chrono::month(month) / std::chrono::last;
      for (unsigned day = 1; day <= static_cast<unsigned>(last.day()); ++day)
        comes = comes || (cron.months_.test(month) && cron.days_.test(day));
    }
    if (!comes) return wrong("no month has such a day");
  }
  return cron;
}

bool CronExpression::has_day(std::chrono::year_month_day day) const {
  if (!months_.test(static_cast<unsigned>(day.month()))) return false;
  const bool is_day = days_.test(static_cast<unsigned>(day.day()));
  const bool is_weekday =
      weekdays_.test(std::chrono::weekday(std::chrono::sys_days(day)).c_encoding());
  return needs_both_days_ ? is_day && is_weekday : is_day || is_weekday;
}

bool CronExpression::may_have_weekday(unsigned weekday) const {
  return !needs_both_days_ || weekdays_.test(weekday);
}

}  // namespace freshet
