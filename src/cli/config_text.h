// The settings in effect with their sources, for people and for programs.
#pragma once

#include <string>

#include "cli/config.h"
#include "cli/output.h"

namespace freshet {

std::string to_json(const Config& config);
void print_config(const Config& config, bool in_color, Output& out);

}  // namespace freshet
