// The times at which a page changes: a Poisson process with a known rate, computed on demand.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "practice/world_plan.h"

namespace freshet {

// Most changes of a page; it stays as it is after them. Bounds the cost of a look-up.
inline constexpr std::uint64_t kVersionsMax = 100'000;

struct PageVersion {
  std::uint64_t number = 0;  // changes since the world began
  Time since{};              // time of the latest change
};

double changes_per_day(const WorldPlan& plan, std::uint64_t host, std::uint64_t page);

// Returns the times at which the page changed, up to `until`.
std::vector<Time> change_times(const WorldPlan& plan, std::uint64_t host, std::uint64_t page,
                               Time until);

// Returns the version at `now`: 0 before the world began. Times are whole seconds, as in HTTP.
PageVersion version_at(const WorldPlan& plan, std::uint64_t host, std::uint64_t page, Time now);

}  // namespace freshet
