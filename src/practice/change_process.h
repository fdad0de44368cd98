// When a page changes: a Poisson process of a rate that is known, looked up rather than run.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "practice/world_plan.h"

namespace freshet {

// After so many changes a page is left as it is: what a look-up may cost at most.
inline constexpr std::uint64_t kVersionsMax = 100'000;

struct PageVersion {
  std::uint64_t number = 0;  // changes since the world began
  Time since{};              // when this one came
};

double changes_per_day(const WorldPlan& plan, std::uint64_t host, std::uint64_t page);

// When the page changed, up to `until`.
std::vector<Time> change_times(const WorldPlan& plan, std::uint64_t host, std::uint64_t page,
                               Time until);

// Before the world began all pages are at version 0. Times are whole seconds, as HTTP writes them.
PageVersion version_at(const WorldPlan& plan, std::uint64_t host, std::uint64_t page, Time now);

}  // namespace freshet
