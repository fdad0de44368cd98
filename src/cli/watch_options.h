// The options by which a watch is described on the command line.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "cli/command.h"

namespace freshet {

std::vector<Option> watch_options();

// Returns the members that were given, as JSON.
std::expected<std::string, Failure> watch_patch_of(const Session& session);

}  // namespace freshet
