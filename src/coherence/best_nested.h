// Our own order of visits: the pages on nested intervals so that most are expected to be coherent.
//
// The k-th page from the middle has an interval of length L = 2 k slots, and a page of rate l stays
// unchanged over it with probability exp(-l L). To find the best pages for all lengths is an
// assignment problem. Two pages gain by an exchange that gives the hotter one the shorter interval
// where l L < 1, and the longer one where l L > 1. So, from the hottest page down, each page takes
// either the shortest interval that is left (promising) or the longest (hopeless), and the choice
// is found by dynamic programming over (pages placed, pages promising).
//
// That takes n^2 steps, so it is done for at most kCoarseGroups groups of neighbours first; each
// finer division then only looks at choices near those of the coarser one, down to single pages or
// kFineGroups groups. Figures against the exact optimum are in bench/RESULTS.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"

namespace freshet {

inline constexpr std::size_t kCoarseGroups = 1024;
inline constexpr std::size_t kFineGroups = 65536;

// Visits in order, of which the first `hopeless` are of hopeless pages.
struct NestedOrder {
  std::vector<std::uint32_t> visits;
  std::size_t hopeless = 0;
};

// Returns the best visits; revisits are the reverse. `later` other pages are visited after these,
// so the shortest interval is 2 * later slots.
NestedOrder best_nested_order(std::span<const double> rates, Duration slot, std::size_t later = 0);

// Returns visits for pages given from the hottest down: the hopeless ones first, hottest first,
// then the promising ones, coldest first.
std::vector<std::uint32_t> visits_of(std::span<const std::uint32_t> by_falling_rate,
                                     std::span<const std::uint8_t> is_promising);

}  // namespace freshet
