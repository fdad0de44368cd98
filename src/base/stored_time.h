// Comparing stored times with now. Every stored time was once `now`. One that lies ahead of now was
// written while the clock was wrong: when it really was is not known, only that it is over. Code
// that compares a stored time with now asks these, so that such a time neither counts as fresh nor
// is waited for. Design: docs/design/base.md.
#pragma once

#include "base/time.h"

namespace freshet {

// Clocks of machines that work together may differ by this much.
inline constexpr Duration kClockSkewMax = std::chrono::minutes(10);

// Returns true if `then` can be believed.
constexpr bool is_past(Time then, Time now) { return then <= now + kClockSkewMax; }

// Returns true if `then` is believed and less than `age_max` ago.
constexpr bool is_recent(Time then, Time now, Duration age_max) {
  return is_past(then, now) && now - then < age_max;
}

// Returns true if what is planned for `due` may start. `wait_max` is the longest wait that is ever
// planned: a later moment was planned by a clock that was ahead.
constexpr bool is_due(Time due, Time now, Duration wait_max) {
  return due <= now || due > now + wait_max;
}

}  // namespace freshet
