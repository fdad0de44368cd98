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

namespace {

// Calls `changed` with the time of each change up to `until`.
template <class Changed>
void each_change(const WorldPlan& plan, std::uint64_t host, std::uint64_t page, Time until,
                 const Changed& changed) {
  if (plan.script != nullptr) {
    if (page >= plan.script->pages.size()) return;
    for (const Time time : plan.script->pages[page]) {
      if (time > until) return;
      changed(time);
    }
    return;
  }
  const double rate = changes_per_day(plan, host, page);
  if (rate <= 0) return;
  // The gaps of a Poisson process are exponential.
  ChanceStream gaps(chance(plan.seed, ChanceOf::change, {host, page}));
  double seconds = 0;
  const double end = std::chrono::duration<double>(until - plan.began).count();
  for (std::uint64_t i = 0; i < kVersionsMax; ++i) {
    seconds += -std::log(1 - gaps.unit()) / rate * 86400;
    if (!(seconds <= end)) return;
    changed(plan.began + std::chrono::seconds(static_cast<std::int64_t>(seconds)));
  }
}

}  // namespace

PageVersion version_at(const WorldPlan& plan, std::uint64_t host, std::uint64_t page, Time now) {
  PageVersion version{.number = 0, .since = plan.began};
  each_change(plan, host, page, now, [&](Time time) {
    ++version.number;
    version.since = time;
  });
  return version;
}

std::vector<Time> change_times(const WorldPlan& plan, std::uint64_t host, std::uint64_t page,
                               Time until) {
  std::vector<Time> times;
  each_change(plan, host, page, until, [&](Time time) { times.push_back(time); });
  return times;
}

}  // namespace freshet
