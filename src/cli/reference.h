// The reference documents, made from what commands and settings declare: docs/commands.md,
// docs/settings.md and the manual page freshet(1).
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace freshet {

std::string commands_markdown(const std::vector<Command>& commands);
std::string settings_markdown();

// Returns the manual page in roff with the man macros.
std::string man_page(const std::vector<Command>& commands);

}  // namespace freshet
