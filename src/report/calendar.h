// A small calendar of the checks of a page, for a terminal: a column for each week, a row for each
// day of it, at most 80 columns wide.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "catalog/history_rows.h"

namespace freshet {

// The mark of a day, from the least to the most significant.
enum class DayMark : std::uint8_t { unchecked, failed, same, first_seen, changed, back, gone };

using DayMarks = std::map<std::chrono::sys_days, DayMark>;

inline constexpr std::size_t kCalendarWeeksMax = 36;

// The most telling of each day's checks.
DayMarks day_marks(std::span<const PageCheck> checks);

// The weeks from that of `first` to that of `last`, or the last kCalendarWeeksMax of them, with a
// legend of the marks that occur. Days out of that range are left blank.
std::string calendar_text(const DayMarks& marks, std::chrono::sys_days first,
                          std::chrono::sys_days last, bool in_color);

}  // namespace freshet
