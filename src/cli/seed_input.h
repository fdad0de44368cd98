// Seeds from the command line and from a file, with words about what is none.
#pragma once

#include <expected>
#include <vector>

#include "cli/command.h"
#include "url/url.h"

namespace freshet {

// Those of the operands SEED and of --seeds. A word that is no seed is wrong usage; a line of a
// file that is none is named in the log, and reading goes on.
std::expected<std::vector<Url>, Failure> meant_seeds(const Arguments& arguments);

}  // namespace freshet
