// The largest coherent part of a site.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "coherence/invariance.h"
#include "coherence/sweep.h"

namespace freshet {

// Pages that share an instant, ascending.
struct CoherentPart {
  std::vector<std::uint32_t> pages;
  Interval instant = {};  // meaningless without pages
  bool is_exact = true;   // false: a larger part may exist
};

// Returns the largest set of pages that share an instant.
CoherentPart largest_part(std::span<const PageInterval> intervals, Interval within = kAlways);

// A link between pages; those to and from pages outside the site are ignored.
struct PageLink {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

// Most instants at which links are followed. Beyond, the best so far is returned as not exact.
inline constexpr std::size_t kLinkedInstantsMax = 256;

// Returns the largest set of pages that share an instant and can all be reached from `home` by
// links from page to page of the set. Empty if `home` has no interval.
//
// Instants are tried from the one that most pages cover down, until none left has as many pages as
// were reached.
CoherentPart largest_linked_part(std::span<const PageInterval> intervals,
                                 std::span<const PageLink> links, std::uint32_t home,
                                 Interval within = kAlways);

}  // namespace freshet
