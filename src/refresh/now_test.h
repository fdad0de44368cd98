// The time at which the tests of this module take place.
#pragma once

#include "base/time.h"

namespace freshet {

inline const Time kNow = *parse_time("2026-11-01");

}  // namespace freshet
