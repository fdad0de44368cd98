#include "cli/flag_list.h"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.h"

namespace freshet {
namespace {

// The flags of settings that `command` has; empty: those that every command has.
void add_setting_flags(std::string_view command, std::vector<FlagEntry>& flags) {
  for (const Setting& setting : known_settings()) {
    if (!setting.has_flag_of(command)) continue;
    flags.push_back({.letter = {},
                     .name = setting.flag,
                     .value_name = setting.value_name(),
                     .meaning = meaning_with_values(setting),
                     .choices = listed_values(setting)});
  }
}

}  // namespace

std::string FlagEntry::label() const {
  std::string text = letter.empty() ? std::string(name) : fmt::format("{}, {}", letter, name);
  if (!value_name.empty()) text += fmt::format(" {}", value_name);
  return text;
}

std::vector<FlagEntry> flags_of(const Command& command) {
  std::vector<FlagEntry> flags;
  for (const Option& option : command.options) {
    flags.push_back({.letter = option.letter,
                     .name = option.name,
                     .value_name = std::string(option.value_name),
                     .meaning = std::string(option.meaning),
                     .choices = {option.choices.begin(), option.choices.end()}});
  }
  add_setting_flags(command.name, flags);
  return flags;
}

std::vector<FlagEntry> common_flags() {
  std::vector<FlagEntry> flags = {
      {"-h", "--help", "", "Show help, here or for a command", {}},
      {"", "--version", "", "Show the version", {}},
      {"-q", "--quiet", "", "Print errors only, like --log-level error", {}},
      {"", "--config", "FILE", "Read settings from FILE instead of the usual places", {}}};
  add_setting_flags("", flags);
  return flags;
}

std::vector<HelpRow> flag_rows(const std::vector<FlagEntry>& flags) {
  std::vector<HelpRow> rows;
  for (const FlagEntry& flag : flags) rows.emplace_back(flag.label(), flag.meaning);
  return rows;
}

std::vector<std::string> listed_values(const Setting& setting) {
  if (setting.kind == Setting::Kind::toggle) return {"on", "off"};
  if (setting.kind != Setting::Kind::choice) return {};
  std::string_view names = setting.expected;
  names.remove_prefix(std::string_view("one of ").size());
  std::vector<std::string> values;
  for (const std::string_view name : parts_of(names, ", ")) values.emplace_back(name);
  return values;
}

std::string meaning_with_values(const Setting& setting) {
  std::string_view expected = setting.expected;
  if (setting.kind == Setting::Kind::choice)
    expected.remove_prefix(std::string_view("one of ").size());
  // "a path; default: none" adds nothing to the meaning.
  if (setting.kind == Setting::Kind::text) return std::string(setting.meaning);
  return fmt::format("{} ({}; default: {})", setting.meaning, expected,
                     shown(setting.read(Settings{})));
}

std::vector<std::string> usage_lines(const Command& command) {
  std::string line = fmt::format("freshet {} ", command.name);
  std::vector<std::string> lines;
  if (command.usage) {
    line.append(*command.usage);
    for (const std::string_view part : parts_of(line, "\n"))
      lines.emplace_back(trim_ascii_whitespace(part));
    return lines;
  }
  line += "[OPTIONS]";
  for (const Operand& operand : command.operands) {
    const std::string name = fmt::format("{}{}", operand.name, operand.repeats ? "..." : "");
    line += operand.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
  }
  lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + separator.size());
  }
}

}  // namespace freshet
