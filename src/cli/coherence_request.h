// The request of `freshet coherence`.
#pragma once

#include <expected>
#include <vector>

#include "app/coherence.h"
#include "cli/command.h"
#include "store/archive.h"

namespace freshet {

// Returns the request of --at and --strict.
std::expected<CoherenceRequest, Failure> coherence_request(const Arguments& arguments);

// Returns the host of --host, or all hosts of the archive.
std::expected<std::vector<Host>, Failure> asked_hosts(const Arguments& arguments, Archive& archive);

}  // namespace freshet
