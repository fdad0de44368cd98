#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace freshet {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kNameColumnsMax = 24;  // a longer name stands on a line of its own

// Breaks `text` at spaces into lines of at most `columns`.
std::vector<std::string> wrap(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (text.size() > columns) {
    std::size_t space = text.rfind(' ', columns);
    if (space == std::string_view::npos) space = text.find(' ');
    if (space == std::string_view::npos) break;
    lines.emplace_back(text.substr(0, space));
    text.remove_prefix(space + 1);
  }
  lines.emplace_back(text);
  return lines;
}

std::string section(std::string_view title, const std::vector<HelpRow>& rows) {
  if (rows.empty()) return "";
  std::size_t names = 0;
  for (const auto& [name, meaning] : rows)
    if (name.size() <= kNameColumnsMax) names = std::max(names, name.size());
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& [name, meaning] : rows) {
    std::string left = fmt::format("  {:{}}  ", name, names);
    if (name.size() > names) {
      text += fmt::format("  {}\n", name);
      left = std::string(names + 4, ' ');
    }
    for (const std::string& line : wrap(meaning, kColumns - names - 4)) {
      text += left + line + '\n';
      left.assign(names + 4, ' ');
    }
  }
  return text;
}

// A command to type and, below it, what it is for.
std::string examples(const std::vector<Example>& rows) {
  std::string text = "\nExamples:\n";
  for (const auto& [line, meaning] : rows) text += fmt::format("  {}\n      {}\n", line, meaning);
  return text;
}

// "Log only ... (trace, debug, info; default: info)"
std::string meaning_of(const Setting& setting) {
  std::string_view expected = setting.expected;
  if (setting.kind == Setting::Kind::choice)
    expected.remove_prefix(std::string_view("one of ").size());
  // "a path; default: none" would tell nothing that the meaning has not.
  if (setting.kind == Setting::Kind::text) return std::string(setting.meaning);
  return fmt::format("{} ({}; default: {})", setting.meaning, expected,
                     shown(setting.read(Settings{})));
}

// The flags of settings which `command` has; empty: those which every command has.
void add_setting_flags(std::string_view command, std::vector<HelpRow>& rows) {
  for (const Setting& setting : known_settings()) {
    if (!setting.has_flag_of(command)) continue;
    rows.emplace_back(fmt::format("{} {}", setting.flag, setting.value_name()),
                      meaning_of(setting));
  }
}

std::string common_options() {
  std::vector<HelpRow> rows = {
      {"-h, --help", "Show help, here or for a command"},
      {"--version", "Show the version"},
      {"-q, --quiet", "Say nothing but errors, as --log-level error does"},
      {"--config FILE", "Read settings from FILE, not from where they usually are"}};
  add_setting_flags("", rows);
  return section("Options of every command", rows);
}

std::string usage_line(const Command& command) {
  std::string line = fmt::format("Usage: freshet {} ", command.name);
  if (command.usage) return line.append(*command.usage);
  line += "[OPTIONS]";
  for (const Operand& operand : command.operands) {
    const std::string name = fmt::format("{}{}", operand.name, operand.repeats ? "..." : "");
    line += operand.required ? fmt::format(" {}", name) : fmt::format(" [{}]", name);
  }
  return line;
}

std::string exit_codes() {
  return section(
      "Exit codes",
      {{"0", "done"}, {"1", "could not, for the reason given on stderr"}, {"2", "wrong usage"}});
}

}  // namespace

std::string program_help(const std::vector<Command>& commands) {
  std::string text =
      "freshet keeps a fresh copy of part of the web on one small machine.\n"
      "\nUsage: freshet COMMAND [OPTIONS]\n";
  std::vector<HelpRow> rows;
  std::vector<Example> firsts;
  for (const Command& command : commands) {
    rows.emplace_back(std::string(command.name), std::string(command.summary));
    if (!command.examples.empty()) firsts.push_back(command.examples.front());
  }
  firsts.push_back(
      {"freshet config --help", "all about one command: its options, and here every setting"});
  text += section("Commands", rows) + common_options() + examples(firsts);
  return text + exit_codes();
}

std::string command_help(const Command& command) {
  std::vector<HelpRow> operands, options;
  for (const Operand& operand : command.operands)
    operands.emplace_back(std::string(operand.name), std::string(operand.meaning));
  for (const Option& option : command.options) {
    std::string name(option.letter);
    if (!name.empty()) name += ", ";
    name += option.name;
    if (!option.value_name.empty()) name += fmt::format(" {}", option.value_name);
    options.emplace_back(std::move(name), std::string(option.meaning));
  }
  add_setting_flags(command.name, options);
  std::string text =
      fmt::format("{}.\n\n{}\n\n{}\n", command.summary, usage_line(command), command.details);
  text += section("Operands", operands) + section("Options", options);
  for (const HelpSection& more : command.sections) text += section(more.title, more.rows);
  text += common_options();
  text += examples(command.examples);
  return text + exit_codes();
}

HelpSection settings_section() {
  HelpSection section{"Settings", {}};
  for (const Setting& setting : known_settings())
    section.rows.emplace_back(std::string(setting.key), meaning_of(setting));
  return section;
}

std::string_view version_line() { return "freshet " FRESHET_VERSION; }

}  // namespace freshet
