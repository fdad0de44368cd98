// The help texts, made from what commands and settings declare. They fit 80 columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace freshet {

std::string program_help(const std::vector<Command>& commands);
std::string command_help(const Command& command);

// Every setting with its meaning, what it may be, and its default.
HelpSection settings_section();

std::string_view version_line();    // "freshet 0.1.0"
std::string_view version_number();  // "0.1.0"

}  // namespace freshet
