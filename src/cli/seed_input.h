// Seeds from the command line and from a file, with words about what is none.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "url/url.h"
#include "web/address.h"

namespace freshet {

// Returns why a URL may not be a seed; nothing if it may.
using SeedRefusal = std::function<std::optional<std::string>(const Url&)>;

// Returns the seeds of the operands SEED and of --seeds. A word that is not a seed, or is refused,
// is wrong usage; a line of a file without a seed is logged and skipped.
std::expected<std::vector<Url>, Failure> read_seeds(const Arguments& arguments,
                                                    const SeedRefusal& refusal);

// Returns why a seed is refused if its host is an IP address that the guard does not allow; such a
// host needs no look-up.
std::optional<std::string> seed_refusal(const AddressGuard& guard, const Url& seed);

// Returns the names of the hosts of the seeds on the command line.
std::vector<std::string> seed_hosts(const Arguments& arguments);

}  // namespace freshet
