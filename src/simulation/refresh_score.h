// Freshness of the copies of a refresh, by the truth of the practice world, and of reference
// policies with as many checks.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/time.h"
#include "practice/world.h"
#include "simulation/host_trouble.h"

namespace freshet {

// A page of the world that has a copy since `from`.
struct PageTruth {
  std::string url;
  bool has_right_validator = false;  // an ETag or date that changes exactly when the page does
  double rate = 0;                   // changes per day
  std::vector<Time> changes = {};    // all of them, up to the end
  std::vector<Time> copies = {};     // times of new copies, ascending
  std::vector<Stretch> away = {};    // when it cannot be fetched, ascending
};

// Returns the share of the time from `from` to `until` in which the copy was fresh. A copy made at
// the moment of a change has the change. Time in which the page cannot be fetched does not count.
double freshness(const PageTruth& page, Time from, Time until);
// The mean over pages, each by the time in which it can be fetched.
double mean_freshness(const std::vector<PageTruth>& pages, Time from, Time until);

// Returns the freshness with checks at equal intervals. A check of a page that cannot be fetched is
// lost.
double uniform_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from,
                         Time until);

// Returns the freshness with an index policy that knows the true rates and which pages can be
// fetched, with a round every `round`.
double oracle_freshness(std::vector<PageTruth> pages, double checks_per_day, Time from, Time until,
                        Duration round);

// As in the replay of histories: the mean share of fresh copies at the beginning and the end of a
// day, over the days from `first` up to `last`, day 0 beginning at `from`.
double daily_freshness(const std::vector<PageTruth>& pages, Time from, int first, int last);

// Returns the truth about pages, with the times of their first copies. Omits pages that never
// change, whatever their rate. `trouble` may be null.
std::vector<PageTruth> page_truths(const World& world, const std::map<std::string, Time>& copies,
                                   Time until, const HostTrouble* trouble = nullptr);

}  // namespace freshet
