// Change-rate groups: pages of about the same rate, found by k-means (Barbosa et al., "Looking at
// both the present and the past", 2005, section 3.2).
//
// The paper clusters the rates themselves. On real histories that gives nearly empty groups, since
// a few pages change a thousand times as often as most. So the log of the rate is clustered.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace freshet {

enum class RateScale { raw, log };

inline constexpr std::size_t kRateGroupsMin = 2;
inline constexpr std::size_t kRateGroupsMax = 6;

// Groups in order from the fastest (0) to the slowest.
struct RateGroups {
  RateScale scale = RateScale::log;
  std::vector<double> rates;       // the centres, changes per day
  std::vector<std::size_t> sizes;  // pages in each
};

// `k` is from kRateGroupsMin to kRateGroupsMax; there are fewer groups if there are fewer distinct
// rates. Rates below kRateFloor count as kRateFloor. Deterministic.
RateGroups group_rates(std::span<const double> rates, std::size_t k,
                       RateScale scale = RateScale::log);

// Returns the group with the nearest centre on the scale of the groups.
std::size_t group_of(const RateGroups& groups, double rate);

}  // namespace freshet
