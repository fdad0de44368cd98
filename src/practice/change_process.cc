#include "practice/change_process.h"

#include <chrono>
#include <cmath>

#include "practice/chance.h"

namespace freshet {

double changes_per_day(const WorldPlan& plan, std::uint64_t host, std::uint64_t page) {
  if (!plan.features.changes || plan.changes_per_day_min <= 0) return 0;
  const double unit = unit_of(chance(plan.seed, ChanceOf::rate, {host, page}));
  return plan.changes_per_day_min *
         std::pow(plan.changes_per_day_max / plan.changes_per_day_min, unit);
}

PageVersion version_at(const WorldPlan& plan, std::uint64_t host, std::uint64_t page, Time now) {
  PageVersion version{.number = 0, .since = plan.began};
  const double rate = changes_per_day(plan, host, page);
  if (rate <= 0) return version;
  // The gaps of a Poisson process are exponential.
  ChanceStream gaps(chance(plan.seed, ChanceOf::change, {host, page}));
  double seconds = 0;
  const double end = std::chrono::duration<double>(now - plan.began).count();
  while (version.number < kVersionsMax) {
    seconds += -std::log(1 - gaps.unit()) / rate * 86400;
    if (!(seconds <= end)) break;
    ++version.number;
    version.since = plan.began + std::chrono::seconds(static_cast<std::int64_t>(seconds));
  }
  return version;
}

}  // namespace freshet
