#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "cli/flag_list.h"
#include "cli/reference.h"

namespace freshet {
namespace {

constexpr std::string_view kMarkdownHead =
    "<!-- Written by cli_test (see CONTRIBUTING.md) from the declarations in src/cli. Change "
    "those. "
    "-->\n";

// Prose, or a cell of a table, with the characters that Markdown would read as markup escaped.
std::string markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<' || c == '|' || c == '*') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

// Code in a cell of a table.
std::string markdown_code(std::string_view text) {
  std::string out = "`";
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out + '`';
}

void add_markdown_table(std::string_view title, const std::vector<HelpRow>& rows,
                        std::string& out) {
  if (rows.empty()) return;
  out += fmt::format("\n{}\n\n| | |\n|---|---|\n", title);
  for (const auto& [name, meaning] : rows)
    out += fmt::format("| {} | {} |\n", name.empty() ? "" : markdown_code(name), markdown(meaning));
}

void add_markdown_command(const Command& command, std::string& out) {
  out += fmt::format("\n## {}\n\n{}.\n\n```\n", command.name, markdown(command.summary));
  for (const std::string& line : usage_lines(command)) out += line + '\n';
  out += "```\n";
  for (const std::string_view paragraph : parts_of(command.details, "\n\n"))
    out += fmt::format("\n{}\n", markdown(paragraph));
  std::vector<HelpRow> operands;
  for (const Operand& operand : command.operands)
    operands.push_back({std::string(operand.name), std::string(operand.meaning)});
  add_markdown_table("Operands:", operands, out);
  add_markdown_table("Options:", flag_rows(flags_of(command)), out);
  for (const HelpSection& section : command.sections) {
    // Settings have a document of their own.
    if (section.title == "Settings") {
      out += "\nAll settings are in [settings.md](settings.md).\n";
    } else {
      add_markdown_table(fmt::format("{}:", section.title), section.rows, out);
    }
  }
  out += "\n```sh\n";
  for (const auto& [line, meaning] : command.examples)
    out += fmt::format("# {}\n{}\n", meaning, line);
  out += "```\n";
}

std::string_view group_of(const Setting& setting) {
  const std::size_t dot = setting.key.find('.');
  return dot == std::string_view::npos ? std::string_view() : setting.key.substr(0, dot);
}

void add_markdown_setting(const Setting& setting, std::string& out) {
  out += fmt::format("| {} | {} | {} | {} | {} |\n", markdown_code(setting.key),
                     markdown(setting.meaning), markdown(setting.expected),
                     markdown_code(shown(setting.read(Settings{}))),
                     setting.flag.empty() ? "" : markdown_code(setting.flag));
}

}  // namespace

std::string commands_markdown(const std::vector<Command>& commands) {
  std::string out(kMarkdownHead);
  out +=
      "\n# Commands\n\n"
      "`freshet COMMAND --help` shows the same in a terminal; `man freshet` has all of it, once\n"
      "freshet is installed. Data goes to stdout, messages and log lines to stderr.\n\n"
      "| command | |\n|---|---|\n";
  for (const Command& command : commands)
    out += fmt::format("| [{0}](#{0}) | {1} |\n", command.name, markdown(command.summary));
  out += "\n## Options of every command\n";
  add_markdown_table("They may precede or follow the command.", flag_rows(common_flags()), out);
  out +=
      "\n## Exit codes\n\n"
      "| | |\n|---|---|\n"
      "| `0` | done |\n| `1` | could not, for the reason given on stderr |\n"
      "| `2` | wrong usage |\n";
  for (const Command& command : commands) add_markdown_command(command, out);
  return out;
}

std::string settings_markdown() {
  std::string out(kMarkdownHead);
  out +=
      "\n# Settings\n\n"
      "A setting is taken from the first of these that has it:\n\n"
      "1. its flag, if it has one and the command takes it;\n"
      "2. its environment variable, the key in capitals: `FRESHET_LOG_LEVEL` for `log.level`. An\n"
      "   empty variable counts as not set;\n"
      "3. the settings file, in TOML: the file of `--config`, else of `$FRESHET_CONFIG`, else\n"
      "   `./freshet.toml`, else `$XDG_CONFIG_HOME/freshet/freshet.toml`\n"
      "   (`~/.config/freshet/freshet.toml`);\n"
      "4. the default.\n\n"
      "`freshet config` shows the value of each setting and where it comes from. A mistyped key "
      "or\n"
      "a wrong value is an error that names the line and the nearest known key.\n\n"
      "```toml\n"
      "# freshet.toml\n"
      "[crawl]\n"
      "contact = \"me@example.com\"\n"
      "delay = \"10s\"\n\n"
      "[url]\n"
      "tracking_parameters = [\"utm_*\", \"gclid\", \"my_campaign\"]\n\n"
      "# One host differs; delay, burst, pages and depth can be set for each.\n"
      "[host.\"slow.example.com\"]\n"
      "delay = \"1m\"\n"
      "pages = 500\n"
      "```\n\n"
      "Times are written as `250ms`, `15s`, `2m`, `1.5h` or `1d`, sizes as `4096`, `64k`, `500M`\n"
      "(powers of 1000) or `256Mi` (powers of 1024). In a flag or a variable, the elements of a\n"
      "list are separated by commas.\n";
  std::string_view group = "none yet";
  for (const Setting& setting : known_settings()) {
    if (group_of(setting) != group) {
      group = group_of(setting);
      out += fmt::format(
          "\n## {}\n\n| key | meaning | value | default | flag |\n|---|---|---|---|---|\n",
          group.empty() ? setting.key : group);
    }
    add_markdown_setting(setting, out);
  }
  return out;
}

}  // namespace freshet
