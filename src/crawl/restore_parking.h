// Judges the name servers of a crawl again when a run begins, from the home pages in its archive.
#pragma once

#include <cstddef>

#include "base/error.h"
#include "catalog/frontier.h"
#include "crawl/parking_watch.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "store/archive.h"

namespace freshet {

// Home pages that are read at most. Name servers with hosts that were left out come first, then
// those with the most hosts; verdicts on others are found again in the crawl.
inline constexpr std::size_t kRestoredPagesMax = 2000;

// Adds home pages of visited hosts to `watch`. Then wakes hosts that were left out although their
// name server is not judged parking now, or that `mode` and `scope` would not leave out.
Status restore_parking(Frontier& frontier, Archive& archive, const Scope& scope, ParkingMode mode,
                       ParkingWatch& watch);

}  // namespace freshet
