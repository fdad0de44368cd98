// Rates, durations, times, shares and counts in words. Every command words them by these functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

// "12,345".
std::string grouped(std::uint64_t number);

// "93.1 %" of 0.931. What is not quite all is never written as 100 %, nor what is not quite
// nothing as 0 %.
std::string percent_words(double share);

// "40 seconds", "3 hours", "2.5 days", "4 months", "3 years": two digits that matter.
std::string span_words(Duration span);

// "3.2 times a day", "every 2.5 days", "hardly ever".
std::string pace_words(double changes_per_day);

// The rate with its 80 % interval: "every 3 days (80 % interval: every day to every 8 days)". The
// interval is left out if both of its ends read the same.
std::string rate_words(double changes_per_day, double low, double high);

// A duration in its two largest units: "2h 3m", "12s".
std::string elapsed_words(Duration duration);

// "2026-11-16 00:34 UTC, in 3 hours", "2026-11-16 00:34 UTC, 2 days ago".
std::string moment_words(Time time, Time now);

// "2026-11-16 00:34": UTC, to the minute. "2026-11-16": the day.
std::string minute_words(Time time);
std::string day_words(Time time);

// At most `length_max` characters, the last of them "..." if some were left out. Characters are
// counted, and none is cut through.
std::string shortened(std::string_view text, std::size_t length_max);

// Returns the text in bold for a terminal, if colour is wanted.
std::string bold(std::string_view text, bool in_color);

}  // namespace freshet
