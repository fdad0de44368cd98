// Seeds from the command line and from a file, with words about what is none.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "url/url.h"

namespace freshet {

// Why a URL may not be a seed; nothing if it may.
using SeedRefusal = std::function<std::optional<std::string>(const Url&)>;

// Those of the operands SEED and of --seeds. A word that is no seed is wrong usage, as is one that
// is refused; a line of a file that gives none is named in the log, and reading goes on.
std::expected<std::vector<Url>, Failure> meant_seeds(const Arguments& arguments,
                                                     const SeedRefusal& refusal);

}  // namespace freshet
