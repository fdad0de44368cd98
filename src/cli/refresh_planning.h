// The planner of the archive that a command works on.
#pragma once

#include <expected>
#include <memory>

#include "cli/command.h"
#include "refresh/planner.h"

namespace freshet {

std::expected<std::unique_ptr<Planner>, Failure> load_planner(const Session& session,
                                                              bool only_once);

// Tells first sight apart for a crawl; it lives as long as the program.
Beliefs& first_beliefs(const Session& session);

}  // namespace freshet
