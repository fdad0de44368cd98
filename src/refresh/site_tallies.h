// Counts of checks and changes per site, which first sight uses to predict the rate of other pages
// of the site.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"

namespace freshet {

struct SiteTally {
  double pages = 0;  // that were checked
  double days = 0;   // between the first sight and the last check of each page, summed
  double changes = 0;
};

// Not thread-safe.
class SiteTallies {
 public:
  // Counts a check that was answered, `since` its page was last seen.
  void count(std::uint32_t site, bool is_first_check, Duration since, bool has_changed);
  SiteTally of(std::uint32_t site) const {
    return site < tallies_.size() ? tallies_[site] : SiteTally{};
  }

 private:
  std::vector<SiteTally> tallies_;  // by site
};

}  // namespace freshet
