// Time and the clock. A time is a count of microseconds since 1970 in UTC, in every file, row and
// message; its text forms are defined here only.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

using Duration = std::chrono::microseconds;
using Time = std::chrono::sys_time<Duration>;

// The times with a year of four digits: 0001-01-01 to 9999-12-31.
inline constexpr Time kTimeMin = std::chrono::sys_days{std::chrono::year{1} / 1 / 1};
inline constexpr Time kTimeMax =
    std::chrono::sys_days{std::chrono::year{10000} / 1 / 1} - Duration{1};

// Returns "2026-11-16T00:34:46.123456Z", the form of RFC 3339 and of WARC-Date. Times out of range
// are clamped.
std::string iso_time(Time time);

// Returns "20261116003446123", the form of CDXJ: 17 digits, to the millisecond; or the first 14 of
// them.
std::string digits_time(Time time);
std::string digits_time_14(Time time);

// Parses times as people and other programs write them: "2026", "2026-11", "2026-11-16",
// "2026-11-16T00:34", "...:46", "...:46.123456789Z", "...+01:00"; or 4 to 17 digits without
// punctuation. Missing parts are the earliest possible; the default zone is UTC. A space may
// replace the T. Returns nothing for other text and dates that do not exist.
std::optional<Time> parse_time(std::string_view text);

// The source of the time. Tests and simulations pass another clock.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Time now() = 0;
};

class SystemClock final : public Clock {
 public:
  Time now() override;
};

}  // namespace freshet
