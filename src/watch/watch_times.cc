#include "watch/watch_times.h"

#include <algorithm>
#include <utility>

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::minutes;

constexpr int kDayMinutes = 24 * 60;

std::chrono::local_days day_of(LocalTime local) { return std::chrono::floor<days>(local); }

std::chrono::year_month_day date_of(LocalTime local) {
  return std::chrono::year_month_day(day_of(local));
}

int minute_in_day(LocalTime local) {
  return static_cast<int>(std::chrono::floor<minutes>(local - day_of(local)).count());
}

std::size_t minute_of_week(LocalTime local) {
  const std::chrono::weekday weekday(day_of(local));
  const unsigned days_since_monday = (weekday.c_encoding() + 6) % 7;
  return days_since_monday * kDayMinutes + static_cast<std::size_t>(minute_in_day(local));
}

// The next full minute; `time` itself if it is one.
Time full_minute(Time time) { return std::chrono::ceil<minutes>(time); }

}  // namespace

Result<CheckCalendar> CheckCalendar::make(const WatchTimes& times, TimeZone zone) {
  CheckCalendar calendar(std::move(zone));
  if (times.active.empty()) calendar.active_.set();
  for (const ActiveHours& hours : times.active) {
    const auto from = static_cast<std::size_t>(hours.day) * kDayMinutes +
                      static_cast<std::size_t>(std::max(hours.from_minute, 0));
    const int length = std::clamp(hours.minutes, 0, kDayMinutes);
    for (std::size_t i = 0; i < static_cast<std::size_t>(length); ++i)
      calendar.active_.set((from + i) % kWeekMinutes);
  }
  if (calendar.active_.none())
    return std::unexpected(Error{Errc::invalid, "the active hours are empty"});
  if (times.cron.empty()) return calendar;
  auto cron = CronExpression::parse(times.cron);
  if (!cron) return std::unexpected(cron.error());
  calendar.cron_ = *cron;
  if (!calendar.meets_active_hours()) {
    return std::unexpected(
        Error{Errc::invalid, "cron expression: it never falls into the active hours"});
  }
  return calendar;
}

bool CheckCalendar::meets_active_hours() const {
  for (unsigned weekday = 0; weekday < 7; ++weekday) {
    if (!cron_->may_have_weekday(weekday)) continue;
    for (int minute = 0; minute < kDayMinutes; ++minute) {
      const auto of_week = (weekday + 6) % 7 * kDayMinutes + static_cast<unsigned>(minute);
      if (active_.test(of_week) && cron_->has_minute(minute)) return true;
    }
  }
  return false;
}

bool CheckCalendar::is_active_local(LocalTime local) const {
  return active_.test(minute_of_week(local));
}

bool CheckCalendar::is_active(Time time) const { return is_active_local(zone_.local(time)); }

std::optional<Time> CheckCalendar::at_or_after(Time from) const {
  from = std::clamp(from, kTimeMin, kTimeMax - days(366 * (kYearsMax + 1)));
  if (!cron_) return next_active(from);
  return cron_->is_rhythm() ? next_rhythm(from) : next_time_of_day(from);
}

// Between two changes of the offset, local minutes follow each other; a change is a new start.
std::optional<Time> CheckCalendar::next_active(Time from) const {
  const Time end = from + days(366);
  while (from <= end) {
    const auto change = zone_.next_change(from);
    const Time until = std::min(change.value_or(end), end + days(1));
    if (is_active(from)) return from;
    const auto local = std::chrono::floor<minutes>(zone_.local(from));
    const Time first = from - (zone_.local(from) - local);
    std::size_t ahead = 1;
    const std::size_t start = minute_of_week(local);
    while (ahead < kWeekMinutes && !active_.test((start + ahead) % kWeekMinutes)) ++ahead;
    const Time found = std::chrono::floor<std::chrono::seconds>(first) + minutes(ahead);
    if (found < until) return found;
    from = until;
  }
  return std::nullopt;
}

std::optional<Time> CheckCalendar::next_rhythm(Time from) const {
  const Time end = from + days(366 * kYearsMax);
  Time at = full_minute(from);
  while (at < end) {
    const LocalTime local = zone_.local(at);
    if (!cron_->has_day(date_of(local))) {
      // The next local day, but not past a change of the offset.
      const Time midnight = at + (day_of(local) + days(1) - local);
      const auto change = zone_.next_change(at);
      at = full_minute(change ? std::min(midnight, *change) : midnight);
      continue;
    }
    if (cron_->has_minute(minute_in_day(local)) && is_active_local(local)) return at;
    at += minutes(1);
  }
  return std::nullopt;
}

// Returns the first minute at or after `from` that matches on the wall clock, on the day of `from`.
std::optional<LocalTime> CheckCalendar::minute_of_day_after(LocalTime from) const {
  const std::chrono::local_days day = day_of(from);
  for (int minute = minute_in_day(from); minute < kDayMinutes; ++minute) {
    const LocalTime local = day + minutes(minute);
    if (cron_->has_minute(minute) && is_active_local(local) && local >= from) return local;
  }
  return std::nullopt;
}

std::optional<Time> CheckCalendar::next_time_of_day(Time from) const {
  const std::chrono::local_days today = day_of(zone_.local(from));
  // From the day before on, since a moment that clocks skipped may belong to it.
  for (int ahead = -1; ahead < 366 * kYearsMax; ++ahead) {
    const std::chrono::local_days day = today + days(ahead);
    if (!cron_->has_day(std::chrono::year_month_day(day))) continue;
    std::optional<LocalTime> local = minute_of_day_after(day);
    while (local) {
      const Time moment = zone_.from_local(*local);
      if (moment >= from) return moment;
      *local += minutes(1);
      if (day_of(*local) != day) break;
      local = minute_of_day_after(*local);
    }
  }
  return std::nullopt;
}

}  // namespace freshet
