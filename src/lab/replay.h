// Replays a change history under a policy, day by day, and counts how fresh the copies were.
//
// Each day: changes happen; freshness before = share of the pages that are there and not stale;
// then round(b x pages) checks are made (nothing is carried over), at most one of a page and day
// and none on a page's first day; each makes the page fresh; freshness after. A page is known and
// fresh on its first day and leaves the choice when it dies. A text that changes back still counts
// as stale. The figure is the mean of the means of before and after over days kScoredFrom to
// kHistoryDays - 1. Design: docs/design/lab.md.
#pragma once

#include <cstdint>
#include <vector>

#include "predict/day_history.h"
#include "schedule/day_policy.h"

namespace freshet {

inline constexpr int kScoredFrom = 30;

enum class PageWeights {
  pages,  // each page counts the same
  sites,  // each site does: a page counts 1/pages of its site that are there
};

// Sums over one day, of one site, from which both weights and any resampling of sites follow.
struct SiteDay {
  float live = 0;
  float stale_before = 0;
  float stale_after = 0;
  float age = 0;  // days since the first unseen change, before the checks
};

struct ReplayRecord {
  std::size_t sites = 0;
  std::vector<SiteDay> days;  // of site s on scored day d: days[(d - kScoredFrom) * sites + s]
  std::uint64_t checks = 0;   // over all days
  std::uint64_t useful = 0;   // of these, those that found a change
};

ReplayRecord replay(const DayHistory& history, double budget, DayPolicy& policy,
                    std::uint64_t seed);

// Returns the pages of a history as a policy may know them.
std::vector<KnownPage> known_pages(const DayHistory& history);

// Puts records of disjoint sites side by side, as if they had been one.
ReplayRecord pool(const std::vector<ReplayRecord>& parts);

struct ReplayScore {
  double freshness = 0;
  double age_days = 0;
  double useful_share = 0;
  int days = 0;  // on which there was a page; 0: there is no score
};

ReplayScore score(const ReplayRecord& record, PageWeights weights);

// The score with each site counted as often as `times` says.
ReplayScore score(const ReplayRecord& record, PageWeights weights,
                  const std::vector<std::uint32_t>& times);

// The middle 95 % of a resampled figure.
struct ConfidenceInterval {
  double low = 0;
  double high = 0;
};

// Returns the 95 % interval of the freshness under resampling of sites with replacement. Samples
// without a page on any day are left out.
ConfidenceInterval freshness_interval(const ReplayRecord& record, PageWeights weights, int draws,
                                      std::uint64_t seed);

// The same for how much fresher `a` is than `b`: records of the same history.
ConfidenceInterval difference_interval(const ReplayRecord& a, const ReplayRecord& b,
                                       PageWeights weights, int draws, std::uint64_t seed);

}  // namespace freshet
