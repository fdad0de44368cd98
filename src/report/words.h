// How often, how long, how many: the report's numbers in words that a tired person understands.
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

// "2026-11-16 00:34": UTC, to the minute. "2026-11-16": the day.
std::string minute_words(Time time);
std::string day_words(Time time);

// At most `length_max` characters, the last of them "..." if some were left out. Characters are
// counted, and none is cut through.
std::string shortened(std::string_view text, std::size_t length_max);

// As a terminal shows it in bold, if colour is wanted.
std::string bold(std::string_view text, bool in_color);

}  // namespace freshet
