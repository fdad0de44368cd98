// What freshet knows before it has seen anything: see docs/models/shipped-prior.md for on what it
// was trained.
#pragma once

#include "predict/day_history.h"
#include "schedule/training.h"

namespace freshet {

Training shipped_training(CountedChanges changes);

}  // namespace freshet
