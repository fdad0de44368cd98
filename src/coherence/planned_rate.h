// A rate as plans count with it.
#pragma once

#include <algorithm>
#include <chrono>

#include "base/time.h"

namespace freshet {

// Rates of pages that change with every request are not told apart.
inline constexpr double kPlannedRateMax = 1e9;

// Returns the rate, from 0 to kPlannedRateMax; the latter if it is unknown.
inline double planned_rate(double changes_per_day) {
  if (!(changes_per_day >= 0)) return kPlannedRateMax;
  return std::min(changes_per_day, kPlannedRateMax);
}

// Returns days of 24 hours; 0 for a negative duration.
inline double days_of(Duration duration) {
  using Days = std::chrono::duration<double, std::chrono::days::period>;
  return std::max(0.0, Days(duration).count());
}

}  // namespace freshet
