// The training that ships with freshet; docs/models/shipped-prior.md describes the data behind it.
#pragma once

#include "predict/day_history.h"
#include "schedule/training.h"

namespace freshet {

Training shipped_training(CountedChanges changes);

}  // namespace freshet
