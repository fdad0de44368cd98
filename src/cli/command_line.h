// The command line, read by CLI11 and checked against what commands and settings declare.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"

namespace freshet {

struct CommandLine {
  enum class Wish { run, help, version };
  Wish wish = Wish::run;
  const Command* command = nullptr;  // one of those given; none: the wish is about the program
  Arguments arguments;
  std::vector<std::string> warnings;  // of flags that were renamed or retired
  std::optional<std::string> config_file;
  std::vector<FlagValue> flags;  // their texts are values that the settings accept
};

// Reads the words after the program's name. A failure is always one of wrong usage; it names the
// nearest command or flag where one is mistyped. `commands` must outlive what is returned.
std::expected<CommandLine, Failure> parse_command_line(std::vector<std::string> words,
                                                       const std::vector<Command>& commands);

}  // namespace freshet
