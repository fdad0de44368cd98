// When a watched page is checked next. Pure.
//
// A page is checked by the planner of the archive anyway; these are the times at which the watch
// itself asks. A new watch detects the frequency of its page first: 4, 6, 9, 14 and 21 hours after
// it was added (predict/baskets.h), unless the learned rate is faster.
#pragma once

#include <optional>

#include "base/time.h"
#include "watch/watch_spec.h"
#include "watch/watch_times.h"

namespace freshet {

inline constexpr Duration kLearnedEveryMin = std::chrono::hours(1);
inline constexpr Duration kLearnedEveryMax = std::chrono::days(7);
// A finding that another check must confirm is checked again after this time, or after the interval
// of the watch if that is shorter.
inline constexpr Duration kRecheckAfter = std::chrono::minutes(1);

// The checks of a watch so far.
struct CheckMemory {
  Time added = {};
  std::optional<Time> checked = {};            // the last check
  std::optional<double> changes_per_day = {};  // as the archive has learned it
  bool needs_recheck = false;
};

// Returns when the watch wants a check; it may be past. None: never, while nobody changes the
// watch. `calendar` is that of the times of the watch.
std::optional<Time> next_check(const WatchSpec& spec, const CheckCalendar& calendar,
                               const CheckMemory& memory, Time now);

}  // namespace freshet
