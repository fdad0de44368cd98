#include "refresh/site_tallies.h"

#include "schedule/days.h"

namespace freshet {

void SiteTallies::count(std::uint32_t site, bool is_first_check, Duration since, bool has_changed) {
  if (tallies_.size() <= site) tallies_.resize(site + std::size_t{1});
  SiteTally& tally = tallies_[site];
  if (is_first_check) ++tally.pages;
  if (since > Duration{}) tally.days += days_of(since);
  if (has_changed) ++tally.changes;
}

}  // namespace freshet
