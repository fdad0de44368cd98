// How fresh the copies of a refresh were, by what is true of the practice world; and how fresh
// others would have kept them with as many checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/time.h"
#include "practice/world.h"

namespace freshet {

// A page of the world that has a copy since `from`.
struct PageTruth {
  std::string url;
  bool has_right_validator = false;  // an ETag or date that is new when the page is, and only then
  double rate = 0;                   // changes a day
  std::vector<Time> changes = {};    // all of them, up to the end
  std::vector<Time> copies = {};     // when its copy was made anew, rising
};

// The share of the time from `from` to `until` in which the copy was what is there. A copy made in
// the moment of a change has the change.
double freshness(const PageTruth& page, Time from, Time until);
double mean_freshness(const std::vector<PageTruth>& pages, Time from, Time until);

// The same pages, checked at equal intervals.
double uniform_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from,
                         Time until);

// The same pages, checked by the index that knows their true rates, `round` after `round`.
double oracle_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from, Time until,
                        Duration round);

// As the replay of histories counts it: the mean of how many copies are fresh when a day has begun
// and when it ends, over the days from `first` up to `last`, day 0 beginning at `from`.
double daily_freshness(const std::vector<PageTruth>& pages, Time from, int first, int last);

// The truth of pages, with when their first copies were made. Those that never change, whatever
// their rate, are left out.
std::vector<PageTruth> page_truths(const World& world, const std::map<std::string, Time>& copies,
                                   Time until);

}  // namespace freshet
