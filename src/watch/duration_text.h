// Lengths of time in files and requests: "7d3h4m5s".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

// Longest duration that is read: a hundred years.
inline constexpr Duration kDurationTextMax = std::chrono::hours(24 * 36'525);

// Accepts whole numbers with a unit each, from the largest: w, d, h, m, s, ms, us. Nothing for
// other text, and for durations beyond kDurationTextMax.
std::optional<Duration> duration_from_text(std::string_view text);

// Returns the shortest such text without weeks; "0s" for none. `duration` must not be negative.
std::string duration_text(Duration duration);

}  // namespace freshet
