#include "watch/check_times.h"

#include <fmt/format.h>

#include <utility>

#include "watch/watch_check.h"
#include "watch/watch_times.h"
#include "watch/zone_names.h"

namespace freshet {

std::optional<FieldProblem> check_times(const WatchTimes& times) {
  if (times.every && !times.cron.empty())
    return FieldProblem{"times", "\"every\" and \"cron\" exclude each other"};
  if (times.every && *times.every < WatchLimits::kEveryMin)
    return FieldProblem{"times.every", "must be at least 10s"};
  if (times.every && *times.every > WatchLimits::kEveryMax)
    return FieldProblem{"times.every", "must be at most 366d"};
  if (times.active.size() > WatchLimits::kActiveHours)
    return FieldProblem{"times.active", fmt::format("more than {}", WatchLimits::kActiveHours)};
  for (std::size_t i = 0; i < times.active.size(); ++i) {
    const ActiveHours& hours = times.active[i];
    if (hours.from_minute < 0 || hours.from_minute >= 24 * 60)
      return FieldProblem{fmt::format("times.active[{}].from", i), "must be a time of the day"};
    if (hours.minutes < 1 || hours.minutes > 24 * 60)
      return FieldProblem{fmt::format("times.active[{}].minutes", i), "must be from 1 to 1440"};
  }
  if (auto problem = check_zone_name(times.zone))
    return FieldProblem{"times.zone", std::move(*problem)};
  const auto calendar = CheckCalendar::make(times, TimeZone::utc());
  if (!calendar) return FieldProblem{"times.cron", calendar.error().message};
  return std::nullopt;
}

}  // namespace freshet
