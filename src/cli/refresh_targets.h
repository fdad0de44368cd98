// The pages that `freshet refresh` checks, and the hosts that it may.
#pragma once

#include <optional>

#include "cli/command.h"
#include "refresh/planner.h"
#include "store/archive.h"

namespace freshet {

// Has the planner check the pages that the command line names, and nothing else.
CommandResult ask_for_named(const Session& session, Archive& archive, Planner& planner);

// Fails if the archive has only hosts that --allow-net must allow first.
std::optional<Failure> refuse_local_hosts(const Session& session, Catalog& catalog);

}  // namespace freshet
