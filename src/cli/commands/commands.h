// The subcommands of freshet, in the order in which help lists them.
#pragma once

#include <vector>

#include "cli/command.h"

namespace freshet {

Command config_command();

inline std::vector<Command> all_commands() { return {config_command()}; }

}  // namespace freshet
