// Times as fractional days, the unit of rates.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.h"

namespace freshet {

using Days = std::chrono::duration<double, std::chrono::days::period>;

inline double days_of(Duration duration) { return Days(duration).count(); }
inline double day_of(Time time) { return Days(time.time_since_epoch()).count(); }

// Clamped to the times that can be written.
inline Time time_of(double day) {
  const double held = std::clamp(day, day_of(kTimeMin), day_of(kTimeMax));
  return std::clamp(Time(std::chrono::duration_cast<Duration>(Days(held))), kTimeMin, kTimeMax);
}

}  // namespace freshet
