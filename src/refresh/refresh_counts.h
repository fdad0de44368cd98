// Counters of a refresh.
#pragma once

#include <cstddef>
#include <cstdint>

#include "crawl/observation.h"

namespace freshet {

// Checks since the planner was loaded, by outcome.
struct RefreshCounts {
  std::uint64_t added = 0;
  std::uint64_t same = 0;
  std::uint64_t not_modified = 0;  // among the same
  std::uint64_t changed = 0;
  std::uint64_t gone = 0;
  std::uint64_t back = 0;
  std::uint64_t failed = 0;
  std::uint64_t stood_in = 0;            // among the failed: an answer that is not the page
  std::uint64_t requisites = 0;          // checks of requisites, not among the others
  std::uint64_t requisites_changed = 0;  // among these

  std::uint64_t checks() const { return same + changed + gone + back + failed; }

  void count(const Observation& observation);
};

// Totals over all pages that a refresh knows.
struct RefreshView {
  std::size_t scheduled = 0;
  std::size_t gone = 0;
  std::size_t requisites = 0;  // scheduled, not among the others
  double fresh = 0;            // expected number of copies that are up to date
  // The same by checks alone, without what sitemaps and feeds have said since: only the planner
  // that heard it knows that, and the report of an archive does not.
  double fresh_by_checks = 0;
};

}  // namespace freshet
