#include "watch/time_zone.h"

#include <algorithm>

namespace freshet {
namespace {

using std::chrono::seconds;

constexpr int kLastYear = 9998;

std::int64_t seconds_of(Time time) {
  return std::chrono::floor<seconds>(time.time_since_epoch()).count();
}

Time time_of(std::int64_t at) {
  return std::clamp(Time(seconds(std::clamp(at, seconds_of(kTimeMin), seconds_of(kTimeMax)))),
                    kTimeMin, kTimeMax);
}

int year_of(std::int64_t at) {
  const auto day = std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(seconds(at)));
  return static_cast<int>(std::chrono::year_month_day(day).year());
}

}  // namespace

// Returns the moment of one of the two changes of a year, in seconds since 1970.
std::int64_t TimeZone::rule_moment(int year, bool to_summer) const {
  namespace chr = std::chrono;
  const YearlyRule& rule = to_summer ? footer_.to_summer : footer_.to_standard;
  const chr::year in_year(year);
  chr::sys_days day = in_year / chr::January / 1;
  if (rule.kind == YearlyRule::Kind::zero_based) {
    day += chr::days(rule.day);
  } else if (rule.kind == YearlyRule::Kind::julian) {
    // Days are counted as if 29 February did not exist.
    day += chr::days(rule.day - 1 + (in_year.is_leap() && rule.day >= 60 ? 1 : 0));
  } else {
    const auto month = in_year / chr::month(static_cast<unsigned>(rule.month));
    const chr::weekday weekday(static_cast<unsigned>(rule.day));
    day = rule.week == 5 ? chr::sys_days(month / weekday[chr::last])
                         : chr::sys_days(month / weekday[static_cast<unsigned>(rule.week)]);
  }
  const std::int64_t before = to_summer ? footer_.standard : footer_.summer;
  return chr::duration_cast<seconds>(day.time_since_epoch()).count() + rule.time - before;
}

std::int32_t TimeZone::footer_offset(std::int64_t at) const {
  if (!footer_.has_summer) return footer_.standard;
  // The last change at or before `at` decides; it may be of the year before.
  std::int64_t latest = INT64_MIN;
  std::int32_t offset = footer_.standard;
  const int year = std::clamp(year_of(at), 1, kLastYear);
  for (int candidate = year - 1; candidate <= year + 1; ++candidate) {
    for (const bool to_summer : {true, false}) {
      const std::int64_t moment = rule_moment(candidate, to_summer);
      // Of two changes at the same moment, as in zones with permanent summer time, summer wins.
      if (moment > at || moment < latest || (moment == latest && !to_summer)) continue;
      latest = moment;
      offset = to_summer ? footer_.summer : footer_.standard;
    }
  }
  return offset;
}

std::optional<std::int64_t> TimeZone::footer_change(std::int64_t at) const {
  if (!footer_.has_summer) return std::nullopt;
  const int year = year_of(at);
  if (year > kLastYear) return std::nullopt;
  std::optional<std::int64_t> next;
  for (int candidate = year - 1; candidate <= year + 2; ++candidate) {
    for (const bool to_summer : {true, false}) {
      const std::int64_t moment = rule_moment(candidate, to_summer);
      if (moment > at && (!next || moment < *next)) next = moment;
    }
  }
  return next;
}

seconds TimeZone::offset_at(Time time) const {
  const std::int64_t at = seconds_of(time);
  const auto after = std::ranges::upper_bound(changes_, at, {}, &Change::at);
  if (after == changes_.end()) return seconds(footer_offset(at));
  if (after == changes_.begin()) return seconds(first_offset_);
  return seconds(std::prev(after)->offset);
}

std::optional<Time> TimeZone::next_change(Time time) const {
  const std::int64_t at = seconds_of(time);
  const auto after = std::ranges::upper_bound(changes_, at, {}, &Change::at);
  const std::optional<std::int64_t> next =
      after != changes_.end() ? std::optional(after->at) : footer_change(at);
  if (!next || *next > seconds_of(kTimeMax)) return std::nullopt;
  return time_of(*next);
}

LocalTime TimeZone::local(Time time) const {
  return LocalTime(seconds(seconds_of(time)) + offset_at(time));
}

Time TimeZone::from_local(LocalTime local) const {
  // An offset is less than a day and a half, so the moment lies within two days.
  const seconds count = local.time_since_epoch();
  Time from = time_of((count - std::chrono::days(2)).count());
  const Time end = time_of((count + std::chrono::days(2)).count());
  while (true) {
    const Time moment = time_of((count - offset_at(from)).count());
    const auto change = next_change(from);
    if (!change || *change > end || moment < *change) return std::max(moment, from);
    from = *change;
  }
}

}  // namespace freshet
