#include "cli/config_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

// toml++ as headers only: then we choose that it returns errors instead of throwing them, and how
// deeply values may be nested.
#define TOML_EXCEPTIONS 0
#define TOML_MAX_NESTED_VALUES 16
#include <toml++/toml.h>

#include "base/ascii.h"
#include "base/escape.h"

namespace freshet {
namespace {

// toml++ makes a table for each part of a dotted key and destroys them by recursion, so a line of
// dots could overflow the stack; no setting is nearly so deep.
constexpr int kKeyDotsMax = 16;
constexpr std::size_t kShownBytesMax = 40;

// The line that has a key with too many dots. Quotes are not looked at, so a long row of dots in a
// string counts as well; no setting has such a value either.
std::optional<std::size_t> line_of_too_deep_key(std::string_view text) {
  std::size_t line = 1;
  int dots = 0;
  for (const char c : text) {
    if (c == '.' && ++dots > kKeyDotsMax) return line;
    if (c == '\n') ++line;
    if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') dots = 0;
  }
  return std::nullopt;
}

// A key that TOML wants in quotes is shown in quotes, so that `"log.level"` is not log.level.
std::string dotted(const std::string& parent, std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return is_ascii_alnum(c) || c == '_' || c == '-';
  });
  return parent + (parent.empty() ? "" : ".") +
         (bare ? std::string(name) : '"' + visible(name) + '"');
}

std::optional<Value> strings_of(const toml::array& array) {
  std::vector<std::string> strings;
  for (const toml::node& element : array) {
    if (!element.is_string()) return std::nullopt;
    strings.push_back(element.as_string()->get());
  }
  return strings;
}

std::string shortened(std::string_view text) {
  return text.size() <= kShownBytesMax ? visible(text)
                                       : visible(text.substr(0, kShownBytesMax)) + "...";
}

ConfigEntry entry_of(std::string key, std::size_t line, const toml::node& node) {
  ConfigEntry entry{std::move(key), line, std::nullopt, "a date or time"};
  if (const auto* text = node.as_string()) {
    entry.value = text->get();
    entry.found = fmt::format("the text \"{}\"", shortened(text->get()));
  } else if (const auto* number = node.as_integer()) {
    entry.value = number->get();
    entry.found = fmt::format("the number {}", number->get());
  } else if (const auto* claim = node.as_boolean()) {
    entry.value = claim->get();
    entry.found = claim->get() ? "true" : "false";
  } else if (const auto* array = node.as_array()) {
    entry.value = strings_of(*array);
    entry.found = entry.value ? fmt::format("the list [{}]", shortened(shown(*entry.value)))
                              : "a list of other things than texts";
  } else if (const auto* real = node.as_floating_point()) {
    entry.found = fmt::format("the number {}", real->get());
  } else if (node.is_table()) {
    entry.found = "a table";
  }
  return entry;
}

std::vector<ConfigEntry> flatten(const toml::table& root) {
  std::vector<ConfigEntry> entries;
  std::vector<std::pair<std::string, const toml::table*>> open = {{"", &root}};
  while (!open.empty()) {
    const auto [prefix, table] = std::move(open.back());
    open.pop_back();
    for (const auto& [name, node] : *table) {
      std::string key = dotted(prefix, name.str());
      const toml::table* inner = node.as_table();
      if (inner && !inner->empty()) {
        open.emplace_back(std::move(key), inner);
      } else {
        entries.push_back(entry_of(std::move(key), name.source().begin.line, node));
      }
    }
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return std::tie(a.line, a.key) < std::tie(b.line, b.key);
  });
  return entries;
}

}  // namespace

Result<std::vector<ConfigEntry>> read_config(std::string_view text, std::string_view name) {
  const auto invalid = [&](std::size_t line, std::string_view why) {
    return std::unexpected(
        Error{Errc::invalid, fmt::format("{}:{}: {}", visible(name), line, visible(why))});
  };
  if (text.size() > kConfigBytesMax) {
    return std::unexpected(Error{
        Errc::limit, fmt::format("{} has more than {} bytes", visible(name), kConfigBytesMax)});
  }
  if (const auto line = line_of_too_deep_key(text))
    return invalid(*line, fmt::format("a key with more than {} dots", kKeyDotsMax));
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    return invalid(parsed.error().source().begin.line,
                   fmt::format("not TOML: {}", parsed.error().description()));
  }
  return flatten(parsed.table());
}

}  // namespace freshet
