#include "crawl/traps.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/ascii.h"
#include "base/split.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 14> kSessionNames = {
    "jsessionid", "phpsessid", "aspsessionid", "sessionid", "session_id", "session", "sess",
    "sid",        "cfid",      "cftoken",      "osid",      "zenid",      "s_id",    "sessid"};

std::string_view name_of_argument(std::string_view argument) {
  return argument.substr(0, argument.find('='));
}

// Returns true for an argument that identifies the visitor or the referrer, not the page.
bool is_session_name(std::string_view name) {
  if (starts_with_ignoring_case(name, "utm_")) return true;
  return std::ranges::any_of(
      kSessionNames, [&](std::string_view known) { return equals_ignoring_case(name, known); });
}

// Returns "/a;jsessionid=1F/b" without the parameter.
std::string without_session_parameters(std::string_view path) {
  std::string out;
  for (const std::string_view segment : split_at('/', path)) {
    if (segment.data() != path.data()) out += '/';
    const std::vector<std::string_view> parts = split_at(';', segment);
    out += parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      if (is_session_name(name_of_argument(parts[i]))) continue;
      out += ';';
      out += parts[i];
    }
  }
  return out;
}

// Returns "/a;v=1F/b" as "/a;v/b".
std::string without_values_of_parameters(std::string_view path) {
  std::string out;
  bool is_value = false;
  for (std::size_t i = 0, parameter = std::string_view::npos; i < path.size(); ++i) {
    if (path[i] == ';') parameter = i;
    if (path[i] == ';' || path[i] == '/') is_value = false;
    if (path[i] == '/') parameter = std::string_view::npos;
    if (path[i] == '=' && parameter != std::string_view::npos) is_value = true;
    if (!is_value) out += path[i];
  }
  return out;
}

void append_with_numbers_as_hash(std::string& out, std::string_view text) {
  bool in_number = false;
  for (const char c : text) {
    if (is_ascii_digit(c)) {
      if (!in_number) out += '#';
      in_number = true;
    } else {
      out += c;
      in_number = false;
    }
  }
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A year with a month in the URL: "/2026/11", "2026-11-16", "year=2026&month=11". Or numbers that
// look like it: page 5 of topic 2900.
struct Dated {
  bool is_dated = false;
  bool is_named = false;  // there is a "year" argument
  int year = 0;
};

constexpr int kFirstYear = 1970;

Dated find_date(std::string_view path_and_query) {
  std::vector<std::string_view> numbers;
  std::size_t begin = std::string_view::npos;
  for (std::size_t i = 0; i <= path_and_query.size(); ++i) {
    const bool is_digit = i < path_and_query.size() && is_ascii_digit(path_and_query[i]);
    if (is_digit && begin == std::string_view::npos) begin = i;
    if (is_digit || begin == std::string_view::npos) continue;
    numbers.push_back(path_and_query.substr(begin, i - begin));
    begin = std::string_view::npos;
  }
  for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
    for (const std::size_t j : {i, i + 1}) {
      const std::string_view year = numbers[j];
      const std::string_view month = numbers[j == i ? i + 1 : i];
      if (year.size() != 4 || month.size() > 2) continue;
      const auto y = whole_number(year);
      const auto m = whole_number(month);
      if (y && m && *y >= 1000 && *m >= 1 && *m <= 12)
        return {.is_dated = true,
                .is_named = path_and_query.find("year=") != std::string_view::npos,
                .year = *y};
    }
  }
  return {};
}

// Returns true if a segment occurs more often than `repeats`, anywhere.
bool goes_round(const std::vector<std::string_view>& segments, std::size_t repeats) {
  return std::ranges::any_of(segments, [&](std::string_view segment) {
    return !segment.empty() &&
           static_cast<std::size_t>(std::ranges::count(segments, segment)) > repeats;
  });
}

int year_of(Time time) {
  return static_cast<int>(
      std::chrono::year_month_day{std::chrono::floor<std::chrono::days>(time)}.year());
}

}  // namespace

std::string trap_key(const Url& url) {
  const std::string_view path = url.path();
  std::string key(url.origin());
  if (path.find(';') == std::string_view::npos)
    key += path;
  else
    key += without_session_parameters(path);
  const auto query = url.query();
  if (!query || query->empty()) return key;
  std::vector<std::string_view> arguments = split_at('&', *query);
  std::erase_if(arguments, [](std::string_view argument) {
    return argument.empty() || is_session_name(name_of_argument(argument));
  });
  std::ranges::stable_sort(arguments, {}, name_of_argument);
  char before = '?';
  for (const std::string_view argument : arguments) {
    key += before;
    key += argument;
    before = '&';
  }
  return key;
}

std::string url_pattern(const Url& url) {
  std::string pattern;
  if (url.path().find(';') == std::string_view::npos)
    append_with_numbers_as_hash(pattern, url.path());
  else
    append_with_numbers_as_hash(pattern, without_values_of_parameters(url.path()));
  const auto query = url.query();
  if (!query) return pattern;
  std::vector<std::string_view> names;
  for (const std::string_view argument : split_at('&', *query))
    names.push_back(name_of_argument(argument));
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  char before = '?';
  for (const std::string_view name : names) {
    pattern += before;
    append_with_numbers_as_hash(pattern, name);
    before = '&';
  }
  return pattern;
}

std::optional<DropReason> TrapGuard::refusal(const Url& url) {
  if (url.href().size() > limits_.url_bytes) return DropReason::url_too_long;
  const std::vector<std::string_view> segments = split_at('/', url.path());
  if (segments.size() > limits_.segments) return DropReason::too_many_segments;
  if (goes_round(segments, limits_.repeats)) return DropReason::path_repeats;
  const auto query = url.query();
  if (query && split_at('&', *query).size() > limits_.arguments)
    return DropReason::too_many_arguments;
  const std::string pattern = url_pattern(url);
  // Not in the whole URL: a port may look like a year.
  std::string target(url.path());
  if (query) target.append("?").append(*query);
  const Dated dated = find_date(target);
  if (dated.is_dated) {
    Pattern& known = patterns_[pattern];
    // Numbers that only look like dates are mostly far from today; those of a calendar start near
    // it.
    const bool is_calendar = dated.is_named || known.dated > known.far;
    const bool is_far = dated.year > year_of(now_) + 1 || dated.year < kFirstYear;
    if (is_far) ++known.far;
    if (is_far && is_calendar) return DropReason::date_far;
    if (!is_far) ++known.dated;
  }
  return std::nullopt;
}

void TrapGuard::count(const Url& url) {
  const Dated dated =
      find_date(url.href().substr(url.href().find("//") + 2 + url.hostname().size()));
  if (!dated.is_dated) return;
  Pattern& known = patterns_[url_pattern(url)];
  ++(dated.year > year_of(now_) + 1 || dated.year < kFirstYear ? known.far : known.dated);
}

}  // namespace freshet
