// Revisits of pages that were seen at given times: under a budget, and in further rounds.
//
// The instant to prove is now, or any one after the last sighting. A page is proven for it by one
// more request that finds its last content. So the last sighting of a page, be it a visit or a
// revisit of an earlier round, counts as its first in this round: a round of n requests moves the
// proven instant forward, where a capture from the start would take 2 n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "coherence/plan.h"

namespace freshet {

// A page that was seen `since` before the instant.
struct SeenPage {
  double changes_per_day = 0;
  Duration since{};  // negative counts as 0
};

// Returns the pages to revisit, in order: at most `budget`, one slot apart, the first one slot
// after the instant. They are those that are most probably unchanged. At each request the page goes
// first that would lose most probability by waiting for one: rate * exp(-rate * time since it was
// seen).
std::vector<std::uint32_t> plan_revisits(std::span<const SeenPage> pages, Duration slot,
                                         std::size_t budget);

// Returns the expected number of pages that are found unchanged.
double expected_unchanged(std::span<const SeenPage> pages, std::span<const std::uint32_t> revisits,
                          Duration slot);

// Returns a capture with these visits and the revisits in reverse order, so that intervals nest; or
// in the order of plan_revisits, if that is expected to find more pages unchanged.
CapturePlan with_best_revisits(std::vector<std::uint32_t> visits, const PlannedSite& site);

// Returns the best capture with at most `budget` revisits: pages that are not revisited are visited
// first, the others nest. The coldest pages are revisited: in any place a colder page is more
// probably unchanged.
CapturePlan plan_within_budget(const PlannedSite& site, std::size_t budget);

}  // namespace freshet
