#include "monitor/next_check.h"

#include <algorithm>

#include "predict/baskets.h"

namespace freshet {
namespace {

Duration hours_of(double hours) {
  return std::chrono::round<Duration>(std::chrono::duration<double, std::ratio<3600>>(hours));
}

// Pages that matter more are checked more often.
double haste_of(Importance importance) {
  switch (importance) {
    case Importance::low:
      return 0.5;
    case Importance::normal:
      return 1;
    case Importance::high:
      return 2;
  }
  return 1;
}

Duration learned_wait(const WatchSpec& spec, const CheckMemory& memory) {
  const double rate = memory.changes_per_day.value_or(0) * haste_of(spec.importance);
  const double hours_max =
      std::chrono::duration<double, std::ratio<3600>>(kLearnedEveryMax).count();
  return std::max(kLearnedEveryMin,
                  hours_of(rate > 0 ? std::min(24 / rate, hours_max) : hours_max));
}

// The detection polls at fixed times after the watch was added.
std::optional<Time> next_poll(const CheckMemory& memory, Time checked) {
  for (const double hours : poll_hours(BasketOptions{}))
    if (const Time poll = memory.added + hours_of(hours); poll > checked) return poll;
  return std::nullopt;
}

// Returns the time after the check at `checked`, active hours aside; none: the cron expression has
// no further time.
std::optional<Time> usual_time(const WatchSpec& spec, const CheckCalendar& calendar,
                               const CheckMemory& memory, Time checked) {
  if (spec.times.every) return checked + *spec.times.every;
  if (!spec.times.cron.empty()) return calendar.at_or_after(checked + Duration(1));
  const Time learned = checked + learned_wait(spec, memory);
  const auto poll = next_poll(memory, checked);
  return poll ? std::min(*poll, learned) : learned;
}

// Cron has no say: what is checked now is not the usual check.
std::optional<Time> in_active_hours(const CheckCalendar& calendar, Time time) {
  return calendar.is_active(time) ? time : calendar.at_or_after(time);
}

}  // namespace

std::optional<Time> next_check(const WatchSpec& spec, const CheckCalendar& calendar,
                               const CheckMemory& memory, Time now) {
  if (spec.is_paused) return std::nullopt;
  const Time earliest = std::max(now, spec.snoozed_until.value_or(now));
  if (!memory.checked) return in_active_hours(calendar, earliest);
  // A check in the future was dated by a clock that was ahead.
  const Time checked = std::min(*memory.checked, now);
  auto next = usual_time(spec, calendar, memory, checked);
  if (memory.needs_recheck) next = std::min(next.value_or(kTimeMax), checked + kRecheckAfter);
  if (!next) return std::nullopt;
  if (spec.snoozed_until && *spec.snoozed_until > now) next = std::max(*next, earliest);
  return in_active_hours(calendar, *next);
}

}  // namespace freshet
