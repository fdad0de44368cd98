// Completion scripts for shells, made from what commands and settings declare. They offer commands,
// flags, the values of choices, and files or directories where a flag takes a path.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace freshet {

std::string bash_completion(const std::vector<Command>& commands);
std::string zsh_completion(const std::vector<Command>& commands);
std::string fish_completion(const std::vector<Command>& commands);

}  // namespace freshet
