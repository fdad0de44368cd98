// A change history counted in days, as it is replayed: when each page is there, and on which days
// its text changed.
//
// Day 0 of a page begins at its own t0. Several changes on one day are one; a change on the first
// day of a page's life is what it was first seen with, and none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "predict/change_history.h"

namespace freshet {

inline constexpr int kHistoryDays = 240;

enum class CountedChanges {
  any,      // every change of the text
  content,  // those that touch at least kContentDistanceMin of the words
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
  // What was counted on each page when it was first seen; none at all if that is not known.
  std::vector<HistoryFeatures> features = {};
};

DayHistory count_in_days(const ChangeHistory& history, CountedChanges counted);

// Changes per day as they turned out: max(-ln((n - X + .5)/(n + .5)), kRateFloor) with n the days
// of the page's life and X those with a change.
double true_rate(const DayPage& page);

// The pages that `keeps` accepts; the sites keep their numbers.
DayHistory select_pages(const DayHistory& history, const std::vector<bool>& keeps);

// The pages of the sites that `keeps` accepts. Sites and pages are numbered anew; `numbers` (if
// given) receives what each kept page was called in `history`.
DayHistory select_sites(const DayHistory& history, const std::vector<bool>& keeps,
                        std::vector<std::uint32_t>* numbers = nullptr);

}  // namespace freshet
