#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

#include "cli/flag_list.h"

namespace freshet {
namespace {

enum class Offer { nothing, choices, files, directories };

// The values that a shell offers, by the name that the value has in help.
Offer offer_for(std::string_view value_name, bool has_choices) {
  if (has_choices) return Offer::choices;
  if (value_name.ends_with("DIR") || value_name == "DIRECTORY") return Offer::directories;
  // OLD and NEW are the operands of diff.
  if (value_name.ends_with("FILE") || value_name == "FILE..." || value_name == "OLD" ||
      value_name == "NEW")
    return Offer::files;
  return Offer::nothing;
}

Offer offer_for(const FlagEntry& flag) { return offer_for(flag.value_name, !flag.choices.empty()); }
Offer offer_for(const Operand& operand) {
  return offer_for(operand.name, !operand.choices.empty());
}

// The first clause of a meaning: a shell has one line for it.
std::string_view headline(std::string_view meaning) {
  for (const std::string_view end : {"; ", ". ", ": ", " ("})
    meaning = meaning.substr(0, meaning.find(end));
  return meaning;
}

// `text` within single quotes of a POSIX shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + '\'';
}

std::string escape_each(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<FlagEntry>& flags) {
  std::vector<std::string> names;
  for (const FlagEntry& flag : flags) {
    if (!flag.letter.empty()) names.emplace_back(flag.letter);
    names.emplace_back(flag.name);
  }
  return names;
}

std::string bash_action(Offer offer, const auto& choices) {
  switch (offer) {
    case Offer::choices:
      return fmt::format("_freshet_words \"{}\"", fmt::join(choices, " "));
    case Offer::files:
      return "_freshet_files -f";
    case Offer::directories:
      return "_freshet_files -d";
    case Offer::nothing:
      return ":";
  }
  return ":";
}

// The pattern of a flag in a case: "-o | --output".
std::string bash_pattern(const FlagEntry& flag, std::string_view command) {
  std::string pattern = fmt::format("{}{}", command, flag.name);
  if (!flag.letter.empty()) pattern += fmt::format(" | {}{}", command, flag.letter);
  return pattern;
}

// Completes the value of a flag; `command` is "crawl:" or, for flags of every command, "*:".
void add_bash_values(const std::vector<FlagEntry>& flags, std::string_view command,
                     std::string& out) {
  for (const FlagEntry& flag : flags) {
    if (flag.value_name.empty()) continue;
    out += fmt::format("    {}) {}; return ;;\n", bash_pattern(flag, command),
                       bash_action(offer_for(flag), flag.choices));
  }
}

constexpr std::string_view kBashStart =
    R"(# bash completion for freshet; written by `freshet completion bash`.

_freshet_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

_freshet_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen "$1" -- "$cur")
}

_freshet() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= word i
  COMPREPLY=()
  # bash breaks --flag=value into three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = && COMP_CWORD -gt 2 ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    case $word in
)";

}  // namespace

std::string bash_completion(const std::vector<Command>& commands) {
  std::vector<std::string> with_value;
  for (const FlagEntry& flag : common_flags())
    if (!flag.value_name.empty()) with_value.emplace_back(flag.name);
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);

  std::string out(kBashStart);
  out += fmt::format("      {}) ((++i)) ;;\n", fmt::join(with_value, " | "));
  out +=
      "      -* | =) ;;\n"
      "      *) command=$word; break ;;\n"
      "    esac\n"
      "  done\n"
      "  case $command:$prev in\n";
  add_bash_values(common_flags(), "*:", out);
  for (const Command& command : commands)
    add_bash_values(flags_of(command), fmt::format("{}:", command.name), out);
  const std::string common = fmt::format("{}", fmt::join(names_of(common_flags()), " "));
  out += "  esac\n  if [[ $cur == -* ]]; then\n    case $command in\n";
  for (const Command& command : commands) {
    out += fmt::format("      {}) _freshet_words \"{} {}\" ;;\n", command.name,
                       fmt::join(names_of(flags_of(command)), " "), common);
  }
  out += fmt::format("      *) _freshet_words \"{}\" ;;\n    esac\n    return\n  fi\n", common);
  out += fmt::format("  case $command in\n    \"\") _freshet_words \"{} help\" ;;\n",
                     fmt::join(names, " "));
  out += fmt::format("    help) _freshet_words \"{}\" ;;\n", fmt::join(names, " "));
  for (const Command& command : commands) {
    for (const Operand& operand : command.operands) {
      if (offer_for(operand) == Offer::nothing) continue;
      out += fmt::format("    {}) {} ;;\n", command.name,
                         bash_action(offer_for(operand), operand.choices));
      break;
    }
  }
  return out + "  esac\n}\n\ncomplete -F _freshet freshet\n";
}

namespace {

std::string zsh_action(Offer offer, const auto& choices) {
  switch (offer) {
    case Offer::choices:
      return fmt::format("({})", fmt::join(choices, " "));
    case Offer::files:
      return "_files";
    case Offer::directories:
      return "_files -/";
    case Offer::nothing:
      return " ";  // a message, and no matches
  }
  return " ";
}

// The specification of a flag for _arguments: '--output[Where to]:FILE:_files'.
void add_zsh_flag(const FlagEntry& flag, bool repeats, std::string_view indent, std::string& out) {
  const std::string meaning = escape_each(headline(flag.meaning), "[]\\");
  for (const std::string_view name : {flag.letter, flag.name}) {
    if (name.empty()) continue;
    std::string spec = fmt::format("{}[{}]", name, meaning);
    if (repeats) spec.insert(0, "*");
    if (!flag.value_name.empty()) {
      spec += fmt::format(":{}:{}", escape_each(flag.value_name, ":\\"),
                          zsh_action(offer_for(flag), flag.choices));
    }
    out += fmt::format(" \\\n{}{}", indent, quoted(spec));
  }
}

bool may_repeat(const Command& command, std::string_view name) {
  for (const Option& option : command.options)
    if (option.name == name) return option.repeats;
  for (const Setting& setting : known_settings())
    if (setting.flag == name) return setting.kind == Setting::Kind::list;
  return false;
}

void add_zsh_command(const Command& command, std::string& out) {
  out += fmt::format("        {})\n          _arguments -S", command.name);
  constexpr std::string_view kIndent = "            ";
  for (const FlagEntry& flag : flags_of(command))
    add_zsh_flag(flag, may_repeat(command, flag.name), kIndent, out);
  for (const FlagEntry& flag : common_flags()) add_zsh_flag(flag, false, kIndent, out);
  int place = 1;
  for (const Operand& operand : command.operands) {
    const std::string where = operand.repeats ? "*" : fmt::format("{}", place++);
    out += fmt::format(" \\\n{}{}", kIndent,
                       quoted(fmt::format("{}:{}:{}", where, operand.name,
                                          zsh_action(offer_for(operand), operand.choices))));
  }
  out += "\n          ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<Command>& commands) {
  std::string out =
      "#compdef freshet\n"
      "# zsh completion for freshet; written by `freshet completion zsh`.\n\n"
      "_freshet_commands() {\n"
      "  local -a commands=(\n";
  for (const Command& command : commands) {
    out += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name,
                                                      escape_each(command.summary, ":\\"))));
  }
  out +=
      "  )\n"
      "  _describe -t commands 'freshet command' commands\n"
      "}\n\n"
      "_freshet() {\n"
      "  local context state state_descr line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C";
  for (const FlagEntry& flag : common_flags()) add_zsh_flag(flag, false, "    ", out);
  out +=
      " \\\n    '1:command:_freshet_commands' \\\n    '*::argument:->argument'\n"
      "  case $state in\n"
      "    argument)\n"
      "      case $words[1] in\n"
      "        help) _freshet_commands ;;\n";
  for (const Command& command : commands) add_zsh_command(command, out);
  return out +
         "      esac\n      ;;\n  esac\n}\n\n"
         "if [[ $funcstack[1] == _freshet ]]; then\n"
         "  _freshet \"$@\"\nelse\n  compdef _freshet freshet\nfi\n";
}

namespace {

std::string fish_quoted(std::string_view text) {
  return fmt::format("'{}'", escape_each(text, "'\\"));
}

// The options of `complete` that say what may follow.
std::string fish_action(Offer offer, const auto& choices) {
  switch (offer) {
    case Offer::choices:
      return fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(choices, " "))));
    case Offer::files:
      return " -r -F";
    case Offer::directories:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::nothing:
      return " -x";
  }
  return "";
}

void add_fish_flag(const FlagEntry& flag, std::string_view condition, std::string& out) {
  out += fmt::format("complete -c freshet{}", condition);
  if (!flag.letter.empty()) out += fmt::format(" -s {}", flag.letter.substr(1));
  out += fmt::format(" -l {}", flag.name.substr(2));
  if (!flag.value_name.empty()) out += fish_action(offer_for(flag), flag.choices);
  out += fmt::format(" -d {}\n", fish_quoted(headline(flag.meaning)));
}

}  // namespace

std::string fish_completion(const std::vector<Command>& commands) {
  std::string out =
      "# fish completion for freshet; written by `freshet completion fish`.\n\n"
      "complete -c freshet -f\n";
  for (const FlagEntry& flag : common_flags()) add_fish_flag(flag, "", out);
  std::vector<std::string_view> names;
  for (const Command& command : commands) {
    names.push_back(command.name);
    out += fmt::format("complete -c freshet -n __fish_use_subcommand -a {} -d {}\n", command.name,
                       fish_quoted(command.summary));
  }
  out += fmt::format("complete -c freshet -n '__fish_seen_subcommand_from help' -a {}\n",
                     fish_quoted(fmt::format("{}", fmt::join(names, " "))));
  for (const Command& command : commands) {
    const std::string condition = fmt::format(" -n '__fish_seen_subcommand_from {}'", command.name);
    for (const FlagEntry& flag : flags_of(command)) add_fish_flag(flag, condition, out);
    for (const Operand& operand : command.operands) {
      const Offer offer = offer_for(operand);
      if (offer == Offer::nothing) continue;
      out += fmt::format(
          "complete -c freshet{}{}\n", condition,
          offer == Offer::files ? std::string(" -F") : fish_action(offer, operand.choices));
      break;
    }
  }
  return out;
}

}  // namespace freshet
