// A change history in days, as it is replayed: the lifetime of each page, and the days on which its
// text changed.
//
// Day 0 of a page begins at its own t0. Several changes on one day count as one; a change on the
// first day of a page's life does not count, as the page is first seen with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predict/change_history.h"

namespace freshet {

inline constexpr int kHistoryDays = 240;

enum class CountedChanges {
  any,      // every change of the text
  content,  // changes of at least kContentDistanceMin of the words
};
inline constexpr float kContentDistanceMin = 0.02F;

struct DayPage {
  std::uint32_t site = 0;             // index in DayHistory::sites
  std::int16_t first_day = 0;         // known and fresh on this day
  std::int16_t end_day = 1;           // the first day on which it is gone
  std::vector<std::int16_t> changes;  // ascending, within (first_day, end_day)

  int days() const { return end_day - first_day; }
};

struct DayHistory {
  std::vector<std::string> sites;
  std::vector<DayPage> pages;  // as in the ChangeHistory
  // Features of each page at first sight; empty if unknown.
  std::vector<HistoryFeatures> features = {};
};

DayHistory count_in_days(const ChangeHistory& history, CountedChanges counted);

// Returns the measured changes per day: max(-ln((n - X + .5)/(n + .5)), kRateFloor) with n the days
// of the page's life and X those with a change.
double true_rate(const DayPage& page);

// Returns the pages accepted by `keeps`; sites keep their numbers.
DayHistory select_pages(const DayHistory& history, const std::vector<bool>& keeps);

// Returns the pages of the sites accepted by `keeps`. Sites and pages are renumbered; `numbers` (if
// given) receives the number of each kept page in `history`.
DayHistory select_sites(const DayHistory& history, const std::vector<bool>& keeps,
                        std::vector<std::uint32_t>* numbers = nullptr);

}  // namespace freshet
