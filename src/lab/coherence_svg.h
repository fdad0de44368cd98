// A drawing of the expected coherence of plans against the threshold eta.
#pragma once

#include <span>
#include <string>

#include "lab/coherence_trial.h"

namespace freshet {

// A whole SVG document that needs nothing from outside: a line for each policy, level for those
// without a threshold, and a dot for each figure that was drawn.
std::string draw_coherence(const std::string& title, std::span<const CoherenceRow> rows);

}  // namespace freshet
