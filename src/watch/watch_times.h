// When a page may be checked: cron expression and active hours, in the time zone of the watch.
//
// Clocks that are changed: active hours follow the wall clock. A cron expression that means a
// rhythm
// ("*/20 * * * *") follows the wall clock too, so it fires through both of two equal hours. One
// that means a time of the day ("30 2 * * *") fires once a day: at the moment of the jump if clocks
// skip that time, the first time if they show it twice. Vixie cron does the same.
#pragma once

#include <bitset>
#include <optional>

#include "base/error.h"
#include "base/time.h"
#include "watch/cron.h"
#include "watch/time_zone.h"
#include "watch/watch_spec.h"

namespace freshet {

// Immutable; any thread may use it.
class CheckCalendar {
 public:
  // Errc::invalid for a wrong cron expression, and for one that never falls into the active hours.
  static Result<CheckCalendar> make(const WatchTimes& times, TimeZone zone);

  // Returns the first moment at or after `from` at which a check may start: with a cron expression,
  // its next minute within the active hours; else `from` itself if the hours are active, or the
  // moment at which they begin. None if there is none within kYearsMax.
  std::optional<Time> at_or_after(Time from) const;

  // Returns true if a check may start at `time`; cron expressions do not count.
  bool is_active(Time time) const;

  // 29 February falls on a given day of the week every 28 years, with a gap of 40 around 2100.
  static constexpr int kYearsMax = 41;

 private:
  static constexpr std::size_t kWeekMinutes = 7 * 24 * 60;

  explicit CheckCalendar(TimeZone zone) : zone_(std::move(zone)) {}

  bool is_active_local(LocalTime local) const;
  bool meets_active_hours() const;
  std::optional<Time> next_active(Time from) const;
  std::optional<Time> next_rhythm(Time from) const;
  std::optional<Time> next_time_of_day(Time from) const;
  std::optional<LocalTime> minute_of_day_after(LocalTime from) const;

  TimeZone zone_;
  std::optional<CronExpression> cron_;
  std::bitset<kWeekMinutes> active_;  // minutes of a week that begins on Monday
};

}  // namespace freshet
