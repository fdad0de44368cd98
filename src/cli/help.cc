#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cli/flag_list.h"

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

std::string common_options() {
  return section("Options of every command", flag_rows(common_flags()));
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
  std::vector<HelpRow> operands;
  for (const Operand& operand : command.operands)
    operands.emplace_back(std::string(operand.name), std::string(operand.meaning));
  std::string text = fmt::format("{}.\n\nUsage: {}\n\n{}\n", command.summary,
                                 fmt::join(usage_lines(command), "\n       "), command.details);
  text += section("Operands", operands) + section("Options", flag_rows(flags_of(command)));
  for (const HelpSection& more : command.sections) text += section(more.title, more.rows);
  text += common_options();
  text += examples(command.examples);
  return text + exit_codes();
}

HelpSection settings_section() {
  HelpSection section{"Settings", {}};
  for (const Setting& setting : known_settings())
    section.rows.emplace_back(std::string(setting.key), meaning_with_values(setting));
  return section;
}

std::string_view version_line() { return "freshet " FRESHET_VERSION; }
std::string_view version_number() { return FRESHET_VERSION; }

}  // namespace freshet
