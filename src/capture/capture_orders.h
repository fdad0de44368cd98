// The orders in which the pages of a capture are visited and revisited. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "capture/capture_book.h"

namespace freshet {

// Returns the pages in the order in which the policy visits them, `slot` apart. Errc::invalid if
// there is no such policy.
Result<std::vector<CapturePage>> visit_order(const CaptureBook& book,
                                             std::span<const CapturePage> pages,
                                             const CaptureOrder& how, Duration slot);

// Returns at most `budget` of the pages in the order in which they are revisited from `now` on. Our
// own policy takes those that are most probably unchanged, by what waiting costs
// (coherence/revisits.h); any other the reverse of their visits, so that intervals nest.
std::vector<CapturePage> revisit_order(const CaptureBook& book, std::span<const CapturePage> pages,
                                       const CaptureOrder& how, Duration slot, Time now,
                                       std::size_t budget);

// The share of proven pages that the rates of a capture allow.
struct CaptureOutlook {
  Duration slot{};      // between two requests to a host, in this capture
  double expected = 0;  // share of the pages that a round in our order is expected to prove
  // The longest time between requests, of those tried, at which the wanted share is expected; none
  // if it is not expected at any pace.
  std::optional<Duration> slot_needed = {};
};

// Pages of one host that are requested `slot` apart.
struct PacedPages {
  std::vector<CapturePage> pages;
  Duration slot{};
};

// `hosts` are visited at the same time. Pages of unknown rate count as ones that always change.
// `proven` is the share that the best round at this pace proved. An order by estimated rates looks
// better by the same estimates than it is, so if more was lost than they say, as much more is
// expected to be lost at other paces.
CaptureOutlook outlook_of(const CaptureBook& book, std::span<const PacedPages> hosts, double wanted,
                          double proven);

// Returns the pages that are worth another visit before the instant of a further round: their last
// sighting is so long ago that they have probably changed, and they probably do not within a few
// requests. The hottest come last.
std::vector<CapturePage> visit_again_order(const CaptureBook& book,
                                           std::span<const CapturePage> pages, Duration slot,
                                           Time now);

}  // namespace freshet
