// The kinds of settings: what each takes for a value, and how it reaches its field. A declaration
// (settings.cc, crawl_settings.cc) says which kind, which names and which field of Settings.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "cli/settings.h"

namespace freshet {

// The words of a choice, and what they mean.
template <class E, std::size_t N>
using Names = std::array<std::pair<std::string_view, E>, N>;

// The head of a declaration. Without commands, the flag is one of every command.
struct Head {
  std::string_view key;
  std::string_view meaning;
  std::string_view flag = {};
  std::vector<std::string_view> commands = {};
};

// "15s", "1.5h", "250ms", "2m", "1d", or seconds without a unit. Nothing if it is none of these, or
// longer than a hundred years.
std::optional<Duration> parse_duration(std::string_view text);
// In the largest unit that gives a whole number.
std::string duration_words(Duration duration);

// "4096", "64k", "500M", "2G" (powers of 1000), "256Mi" (of 1024); a B behind it changes nothing.
std::optional<std::int64_t> parse_bytes(std::string_view text);

// The part of a setting that all kinds share.
inline Setting start_setting(const Head& head, Setting::Kind kind, std::string expected) {
  return {.key = head.key,
          .meaning = head.meaning,
          .kind = kind,
          .expected = std::move(expected),
          .write = {},
          .read = {},
          .flag = head.flag,
          .commands = head.commands};
}

// `field` names the place in Settings, here and below.
template <class E, std::size_t N>
Setting choice(const Head& head, const Names<E, N>& names, auto field) {
  std::string expected = "one of ";
  for (const auto& [name, value] : names) {
    if (name != names.front().first) expected += ", ";
    expected += name;
  }
  Setting setting = start_setting(head, Setting::Kind::choice, std::move(expected));
  setting.write = [&names, field](Settings& settings, const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    for (const auto& [name, meant] : names) {
      if (!word || *word != name) continue;
      field(settings) = meant;
      return true;
    }
    return false;
  };
  setting.read = [&names, field](const Settings& settings) -> Value {
    for (const auto& [name, meant] : names)
      if (meant == field(settings)) return std::string(name);
    return std::string();
  };
  return setting;
}

// A file may say true or "on"; both are what they seem.
Setting toggle(const Head& head, auto field) {
  Setting setting = start_setting(head, Setting::Kind::toggle, "on or off");
  setting.write = [field](Settings& settings, const Value& value) {
    if (const auto* claim = std::get_if<bool>(&value)) {
      field(settings) = *claim;
      return true;
    }
    const auto* word = std::get_if<std::string>(&value);
    if (!word || (*word != "on" && *word != "off")) return false;
    field(settings) = *word == "on";
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value { return field(settings); };
  return setting;
}

Setting integer(const Head& head, std::int64_t low, std::int64_t high, auto field) {
  Setting setting =
      start_setting(head, Setting::Kind::integer,
                    "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  setting.write = [low, high, field](Settings& settings, const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (!number || *number < low || *number > high) return false;
    using Field = std::remove_reference_t<decltype(field(settings))>;
    field(settings) = static_cast<Field>(*number);
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value {
    return static_cast<std::int64_t>(field(settings));
  };
  return setting;
}

// A number of bytes, 0 to 2^50.
Setting byte_count(const Head& head, auto field) {
  constexpr std::int64_t kHigh = std::int64_t{1} << 50;
  Setting setting =
      start_setting(head, Setting::Kind::text, "a number of bytes such as 500000, 64k, 500M or 2G");
  setting.write = [field](Settings& settings, const Value& value) {
    std::optional<std::int64_t> bytes;
    if (const auto* number = std::get_if<std::int64_t>(&value)) bytes = *number;
    if (const auto* word = std::get_if<std::string>(&value)) bytes = parse_bytes(*word);
    if (!bytes || *bytes < 0 || *bytes > kHigh) return false;
    using Field = std::remove_reference_t<decltype(field(settings))>;
    field(settings) = static_cast<Field>(*bytes);
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value {
    return static_cast<std::int64_t>(field(settings));
  };
  return setting;
}

Setting duration(const Head& head, auto field) {
  Setting setting =
      start_setting(head, Setting::Kind::text, "a time such as 15s, 250ms, 2m, 1.5h or 7d");
  setting.write = [field](Settings& settings, const Value& value) {
    std::optional<Duration> time;
    if (const auto* number = std::get_if<std::int64_t>(&value))
      time = parse_duration(std::to_string(*number));
    if (const auto* word = std::get_if<std::string>(&value)) time = parse_duration(*word);
    if (!time) return false;
    field(settings) = *time;
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value {
    return duration_words(field(settings));
  };
  return setting;
}

// A text that is_good; it may be empty, which is shown as "(none)".
Setting text(const Head& head, std::string_view expected, bool (*is_good)(std::string_view),
             auto field) {
  Setting setting = start_setting(head, Setting::Kind::text, std::string(expected));
  setting.write = [is_good, field](Settings& settings, const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    if (!word || !is_good(*word)) return false;
    field(settings) = *word;
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value { return field(settings); };
  return setting;
}

// A list whose every element is_good; `expected` says what that means.
Setting list(const Head& head, std::string_view expected, bool (*is_good)(std::string_view),
             auto field) {
  Setting setting = start_setting(head, Setting::Kind::list, std::string(expected));
  setting.write = [is_good, field](Settings& settings, const Value& value) {
    const auto* words = std::get_if<std::vector<std::string>>(&value);
    if (!words || !std::all_of(words->begin(), words->end(), is_good)) return false;
    field(settings) = *words;
    return true;
  };
  setting.read = [field](const Settings& settings) -> Value { return field(settings); };
  return setting;
}

// The flag of a list takes one value each time it is given, commas and all.
inline Setting whole(Setting setting) {
  setting.splits = false;
  return setting;
}

}  // namespace freshet
