// A time zone as a value: the offset from UTC at every moment, read from a TZif file (RFC 9636) of
// the system's tz database. g++ 12 has no time zones of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet {

// Wall-clock time: like a Time, but counted in the zone.
using LocalTime = std::chrono::local_time<std::chrono::seconds>;

// Immutable; any thread may use it.
class TimeZone {
 public:
  static constexpr std::size_t kFileBytesMax = std::size_t{256} << 10;

  static TimeZone utc() { return {}; }

  // Reads a TZif file of version 2 or later, with its footer for times behind the last transition.
  // Any bytes give a zone or Errc::invalid.
  static Result<TimeZone> parse(std::string_view tzif);

  std::chrono::seconds offset_at(Time time) const;

  // Returns the first change of the offset after `time`; none if there is none before the year
  // 9999.
  std::optional<Time> next_change(Time time) const;

  LocalTime local(Time time) const;

  // Returns the moment at which clocks show `local`; the first one if they show it twice, the
  // moment of the jump if they skip it.
  Time from_local(LocalTime local) const;

 private:
  struct Change {
    std::int64_t at;  // seconds since 1970
    std::int32_t offset;
  };

  // One of the two yearly changes of a POSIX TZ string.
  struct YearlyRule {
    enum class Kind : std::uint8_t { julian, zero_based, month_week_day };
    Kind kind = Kind::zero_based;
    int day = 0;
    int week = 0;
    int month = 0;
    int time = 7200;  // seconds of the day, in local time before the change
  };

  // The rule for all times behind the last change.
  struct Footer {
    std::int32_t standard = 0;
    std::int32_t summer = 0;
    bool has_summer = false;
    YearlyRule to_summer;
    YearlyRule to_standard;
  };

  friend class TzifReader;
  friend class TzStringReader;

  std::int64_t rule_moment(int year, bool to_summer) const;
  std::int32_t footer_offset(std::int64_t at) const;
  std::optional<std::int64_t> footer_change(std::int64_t at) const;

  std::int32_t first_offset_ = 0;
  std::vector<Change> changes_;  // in order of time
  Footer footer_;
};

}  // namespace freshet
