// Moments and the clock. A moment is a count of microseconds since 1970 in UTC, so that every file,
// row and message agrees on it; how it is written is decided here and nowhere else.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

using Duration = std::chrono::microseconds;
using Time = std::chrono::sys_time<Duration>;

// The moments that can be written with four digits of year: 0001-01-01 to 9999-12-31.
inline constexpr Time kTimeMin = std::chrono::sys_days{std::chrono::year{1} / 1 / 1};
inline constexpr Time kTimeMax =
    std::chrono::sys_days{std::chrono::year{10000} / 1 / 1} - Duration{1};

// "2026-11-16T00:34:46.123456Z", the form of RFC 3339 and of WARC-Date. Times out of range are
// written as the nearest that is in it.
std::string iso_time(Time time);

// "20261116003446123", as CDXJ writes it: 17 digits, to the millisecond; or the first 14 of them.
std::string digits_time(Time time);
std::string digits_time_14(Time time);

// Reads a moment as people and other programs write it: "2026", "2026-11", "2026-11-16",
// "2026-11-16T00:34", "...:46", "...:46.123456789Z", "...+01:00"; or 4 to 17 digits without
// punctuation. What is left out is the earliest; without a zone it is UTC. A space may stand for
// the T. Nothing if it is none of these, or no date that exists.
std::optional<Time> parse_time(std::string_view text);

// Where the time comes in. Code that must not wait for real time is given another clock.
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
