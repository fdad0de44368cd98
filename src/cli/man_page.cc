// The manual page. It uses the man macros (man(7)), which every roff knows.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "cli/flag_list.h"
#include "cli/help.h"
#include "cli/reference.h"

namespace freshet {
namespace {

// One line of text as roff shows it literally. `-` becomes a minus sign, which can be copied into
// a shell.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// The lines of a paragraph; roff fills them anew.
void add_roff_text(std::string_view text, std::string& out) {
  for (const std::string_view line : parts_of(text, "\n")) out += roff(line) + '\n';
}

void add_roff_row(std::string_view name, std::string_view meaning, std::string& out) {
  if (name.empty()) {
    out += ".PP\n";
  } else {
    out += fmt::format(".TP\n\\fB{}\\fR\n", roff(name));
  }
  add_roff_text(meaning, out);
}

// The flag in bold, its value in italics.
void add_roff_flag(const FlagEntry& flag, std::string& out) {
  out += ".TP\n";
  if (!flag.letter.empty()) out += fmt::format("\\fB{}\\fR, ", roff(flag.letter));
  out += fmt::format("\\fB{}\\fR", roff(flag.name));
  if (!flag.value_name.empty()) out += fmt::format(" \\fI{}\\fR", roff(flag.value_name));
  out += '\n';
  add_roff_text(flag.meaning, out);
}

void add_roff_examples(const Command& command, std::string& out) {
  for (const auto& [line, meaning] : command.examples) {
    out += fmt::format(".PP\n.nf\n.RS 4\n\\fB{}\\fR\n.RE\n.fi\n.RS 8\n", roff(line));
    add_roff_text(meaning, out);
    out += ".RE\n";
  }
}

void add_roff_command(const Command& command, std::string& out) {
  out += fmt::format(".SS {}\n{}.\n.PP\n.nf\n", roff(command.name), roff(command.summary));
  for (const std::string& line : usage_lines(command)) out += roff(line) + '\n';
  out += ".fi\n";
  for (const std::string_view paragraph : parts_of(command.details, "\n\n")) {
    out += ".PP\n";
    add_roff_text(paragraph, out);
  }
  for (const Operand& operand : command.operands)
    out += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(operand.name), roff(operand.meaning));
  for (const FlagEntry& flag : flags_of(command)) add_roff_flag(flag, out);
  for (const HelpSection& section : command.sections) {
    out += fmt::format(".PP\n{}:\n", roff(section.title));
    for (const auto& [name, meaning] : section.rows) add_roff_row(name, meaning, out);
  }
  add_roff_examples(command, out);
}

}  // namespace

std::string man_page(const std::vector<Command>& commands) {
  std::string out = fmt::format(
      ".\\\" Written by `freshet man`.\n"
      ".TH FRESHET 1 \"\" \"{}\" \"User Commands\"\n"
      ".SH NAME\n"
      "freshet \\- crawl sites, archive them, and keep the archive fresh\n"
      ".SH SYNOPSIS\n"
      "\\fBfreshet\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
      ".br\n"
      "\\fBfreshet\\fR \\fICOMMAND\\fR \\fB\\-\\-help\\fR\n"
      ".SH DESCRIPTION\n"
      "freshet keeps a fresh copy of part of the web on one machine. It crawls sites,\n"
      "stores every version in WARC files, detects changes, learns how often each page\n"
      "changes, and re\\-checks pages where a check is worth most.\n"
      ".PP\n"
      "Data goes to standard output, messages and log lines to standard error.\n"
      ".SH OPTIONS\n"
      "These may be given with every command.\n",
      roff(version_line()));
  for (const FlagEntry& flag : common_flags()) add_roff_flag(flag, out);
  out += ".SH COMMANDS\n";
  for (const Command& command : commands) add_roff_command(command, out);
  out +=
      ".SH \"EXIT STATUS\"\n"
      ".TP\n0\nDone.\n"
      ".TP\n1\nCould not, for the reason given on standard error.\n"
      ".TP\n2\nWrong usage.\n"
      ".SH ENVIRONMENT\n"
      ".TP\n\\fBFRESHET_CONFIG\\fR\nThe settings file, unless \\fB\\-\\-config\\fR names one.\n"
      ".TP\n\\fBFRESHET_\\fIKEY\\fR\n"
      "The setting \\fIKEY\\fR, in capitals and with _ for each dot: FRESHET_LOG_LEVEL is\n"
      "log.level. An empty variable counts as not set.\n"
      ".TP\n\\fBNO_COLOR\\fR\nIf set, output has no color, unless \\fB\\-\\-color\\fR asks for "
      "it.\n"
      ".SH FILES\n"
      ".TP\n\\fI./freshet.toml\\fR, \\fI$XDG_CONFIG_HOME/freshet/freshet.toml\\fR\n"
      "The settings file, in TOML. The first that exists is read.\n"
      ".SH \"SEE ALSO\"\n"
      "\\fBwget\\fR(1), \\fBcurl\\fR(1)\n";
  return out;
}

}  // namespace freshet
