// The first-sight models that ship with freshet: see docs/models/shipped-first-sight.md for on what
// they were trained and what they are not good for.
#pragma once

#include <string_view>

#include "predict/day_history.h"
#include "predict/first_sight.h"

namespace freshet {

// Read when first asked for; may be asked for from several threads.
const FirstSight& shipped_first_sight(CountedChanges changes);

// The same as text: shipped_first_sight_any.model or shipped_first_sight_content.model.
std::string_view shipped_first_sight_text(CountedChanges changes);

}  // namespace freshet
