// `freshet simulate coherence`: plans of captures side by side on a simulated site.
#pragma once

#include <vector>

#include "cli/command.h"

namespace freshet {

// The options that only this simulation takes.
std::vector<Option> coherence_simulation_options();

CommandResult run_coherence_simulation(const Session& session);

}  // namespace freshet
