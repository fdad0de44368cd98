// Comparison of stored times with now. Every stored time was once `now`. One in the future was
// written while the clock was wrong: the true time is unknown, but it is in the past. Code that
// compares a stored time with now uses these functions, so that such a time neither counts as fresh
// nor is waited for. Design: docs/design/base.md.
#pragma once

#include "base/time.h"

namespace freshet {

// Tolerated difference between the clocks of cooperating machines.
inline constexpr Duration kClockSkewMax = std::chrono::minutes(10);

// Returns true if `then` is plausible.
constexpr bool is_past(Time then, Time now) { return then <= now + kClockSkewMax; }

// Returns true if `then` is plausible and less than `age_max` ago.
constexpr bool is_recent(Time then, Time now, Duration age_max) {
  return is_past(then, now) && now - then < age_max;
}

// Returns true if work planned for `due` may start. `wait_max` is the longest wait that is ever
// planned: a later time was planned by a clock that was ahead.
constexpr bool is_due(Time due, Time now, Duration wait_max) {
  return due <= now || due > now + wait_max;
}

}  // namespace freshet
