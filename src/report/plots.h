// The drawings of a report, as SVG elements for its HTML page, whose style gives them their
// colours. Each has a title and a description for those who cannot see it.
#pragma once

#include <string>

#include "report/report.h"

namespace freshet {

// Checks of each day, and how many of them found a change; the last kPlottedDaysMax days.
inline constexpr std::size_t kPlottedDaysMax = 120;
std::string plot_checks(const Report& report);

// Plots the share of fresh copies of the largest hosts.
inline constexpr std::size_t kPlottedHostsMax = 14;
std::string plot_hosts(const Report& report);

// Plots the histogram of change rates, on a logarithmic scale.
std::string plot_rates(const Report& report);

// The changes found on each day, a column for each week of the last year at most.
inline constexpr std::size_t kPlottedWeeksMax = 53;
std::string plot_calendar(const Report& report);

// Returns true if the calendar needs the full width of the page; else half is enough.
bool has_wide_calendar(const Report& report);

// Freshness and checks as they were, and as they would have been with equal visiting. Empty if
// there is no such comparison.
std::string plot_equal(const Report& report);

}  // namespace freshet
