#include "watch/python_regex.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

std::unexpected<std::string> not_for_re2(std::string problem) {
  if (problem.contains("perl operator") || problem.contains("escape sequence"))
    problem += " (it has no look-around and no back references)";
  return std::unexpected(std::move(problem));
}

// Returns the expression between the slashes and the flags behind; none if `text` is not of the
// form.
std::optional<std::pair<std::string_view, std::string_view>> between_slashes(
    std::string_view text) {
  const auto last = text.rfind('/');
  if (!text.starts_with('/') || last == 0) return std::nullopt;
  const std::string_view flags = text.substr(last + 1);
  if (!std::ranges::all_of(flags, is_ascii_lower)) return std::nullopt;
  return std::pair(text.substr(1, last - 1), flags);
}

}  // namespace

PatternResult pattern_from_python(std::string_view expression) {
  TextPattern pattern{std::string(expression), true};
  if (auto problem = check_pattern(pattern)) return not_for_re2(std::move(*problem));
  return pattern;
}

PatternResult pattern_from_slashes(std::string_view text) {
  const auto parts = between_slashes(text);
  if (!parts) {
    TextPattern words{std::string(text), false};
    if (auto problem = check_pattern(words)) return std::unexpected(std::move(*problem));
    return words;
  }
  std::string flags;
  for (const char flag : parts->second) {
    if (flag == 'i' || flag == 'm' || flag == 's') {
      if (!flags.contains(flag)) flags += flag;
    } else if (flag != 'a' && flag != 'u') {
      return std::unexpected(
          fmt::format("the flag \"{}\" of a regular expression is not supported", flag));
    }
  }
  if (flags.empty()) return pattern_from_python(parts->first);
  return pattern_from_python(fmt::format("(?{}){}", flags, parts->first));
}

TextPattern one_of(const std::vector<TextPattern>& patterns) {
  if (patterns.size() == 1) return patterns.front();
  TextPattern all{"", true};
  for (const TextPattern& pattern : patterns) {
    if (!all.text.empty()) all.text += '|';
    // A group keeps flags such as (?i) from reaching the next alternative.
    all.text += pattern.is_regex ? fmt::format("(?:{})", pattern.text)
                                 : fmt::format("(?i:{})", quoted_regex(pattern.text));
  }
  return all;
}

std::string quoted_regex(std::string_view text) {
  // QuoteMeta escapes spaces and the like as well, which nobody can read.
  constexpr std::string_view kSpecial = R"(\.+*?()|[]{}^$)";
  std::string quoted;
  for (const char c : text) {
    if (kSpecial.contains(c)) quoted += '\\';
    quoted += c;
  }
  return quoted;
}

int group_count(std::string_view expression) { return regex_groups(expression).value_or(0); }

}  // namespace freshet
