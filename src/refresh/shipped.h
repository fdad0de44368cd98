// What freshet knows of pages before it has seen any: docs/models.
#pragma once

#include "predict/first_sight.h"
#include "predict/rate.h"

namespace freshet {

const FirstSight& shipped_first_sight();
const RateWeights& shipped_prior();

}  // namespace freshet
