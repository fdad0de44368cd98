// The first-sight models that ship with freshet. For their training data and limits see
// docs/models/shipped-first-sight.md.
#pragma once

#include <string_view>

#include "predict/day_history.h"
#include "predict/first_sight.h"

namespace freshet {

// Returns the model, parsed on first use. Thread-safe.
const FirstSight& shipped_first_sight(CountedChanges changes);

// Returns its text: shipped_first_sight_any.model or shipped_first_sight_content.model.
std::string_view shipped_first_sight_text(CountedChanges changes);

}  // namespace freshet
