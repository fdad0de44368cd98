// The instant that most pages cover with their invariance intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coherence/invariance.h"

namespace freshet {

// One of the intervals of a page.
struct PageInterval {
  std::uint32_t page = 0;
  Interval interval;

  bool operator==(const PageInterval&) const = default;
};

// All instants.
inline constexpr Interval kAlways = {.from = kTimeMin, .until = kTimeMax};

// An interval at whose every instant `pages` pages are covered; 0 if there are no intervals.
struct BestInstant {
  Interval interval = {};
  std::size_t pages = 0;

  // Returns an instant in the middle, away from both ends.
  Time instant() const { return interval.from + (interval.until - interval.from) / 2; }
};

// Returns the interval within `within` that most pages cover; of several the longest, of equally
// long ones the last. Intervals of one page may overlap, the page counts once; those that end
// before they begin are ignored. Linear in the number of intervals if those of a page stand
// together in the order of time.
BestInstant best_instant(std::span<const PageInterval> intervals, Interval within = kAlways);

// A maximal set of pages by inclusion is covered in each of these intervals, and every other set
// that shares an instant is part of one of them. In the order of time.
std::vector<BestInstant> coverage_peaks(std::span<const PageInterval> intervals,
                                        Interval within = kAlways);

// Returns the pages that cover the instant, ascending, each once.
std::vector<std::uint32_t> pages_at(std::span<const PageInterval> intervals, Time instant);

// Appends the intervals of a page.
void append_intervals(std::uint32_t page, std::span<const Invariance> invariances,
                      std::vector<PageInterval>& intervals);

}  // namespace freshet
