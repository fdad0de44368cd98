// The request of `freshet coherence`.
#pragma once

#include <expected>
#include <vector>

#include "app/coherence.h"
#include "cli/command.h"
#include "store/archive.h"

namespace freshet {

// The sites to judge, and how.
struct AskedSites {
  CoherenceRequest request;
  std::vector<Host> hosts;
};

// Returns what --capture, --host, --at, --strict and --html ask for: the hosts of the capture, or
// all hosts of the archive, or the named one.
std::expected<AskedSites, Failure> asked_sites(const Arguments& arguments, ArchiveSession& session);

// Prints two captures beside each other.
CommandResult print_comparison(const Session& session, ArchiveSession& opened);

}  // namespace freshet
