// The flags and usage lines of commands, as help, the manual and shell completion list them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace freshet {

// One flag of the command line, whether a command or a setting declares it.
struct FlagEntry {
  std::string_view letter;  // "-o"; empty: none
  std::string_view name;    // "--output"
  std::string value_name;   // "FILE"; empty: the flag takes no value
  std::string meaning;
  std::vector<std::string> choices;  // the values that shells offer; empty: any value

  // "-o, --output FILE"
  std::string label() const;
};

// Returns the flags that `command` declares, then those of the settings that belong to it.
std::vector<FlagEntry> flags_of(const Command& command);

// Returns the flags that every command has.
std::vector<FlagEntry> common_flags();

// Returns a label and a meaning for each of `flags`.
std::vector<HelpRow> flag_rows(const std::vector<FlagEntry>& flags);

// Returns the values of a setting that can be listed: those of a choice, on and off of a toggle.
std::vector<std::string> listed_values(const Setting& setting);

// Returns the meaning of a setting with its values and default: "... (text, json; default: text)".
std::string meaning_with_values(const Setting& setting);

// Returns the usage of `command`, one or more lines such as "freshet show [OPTIONS] URL".
std::vector<std::string> usage_lines(const Command& command);

// Breaks `text` at each `separator`; n separators give n + 1 parts.
std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator);

}  // namespace freshet
