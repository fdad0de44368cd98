// The share of pages that end in the wrong change-rate group: Tables 3 and 5 of Barbosa et al.
// 2005.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/split.h"
#include "lab/trial.h"
#include "predict/day_history.h"
#include "predict/groups.h"

namespace freshet {

enum class AfterFirstSight {
  nothing,   // Table 3: the first class stays
  historic,  // Table 5: Algorithm 1
  bayesian,  // Table 5: Cho and Garcia-Molina's estimator
};

// Share of the pages whose group at the end of their history is not that of their true rate. Each
// page is visited at the interval of the group that it is thought to be in at the time. A page that
// is there for no full day is passed over; 0 if no page is left.
double group_error(const DayHistory& history, const RateGroups& groups,
                   const std::vector<std::size_t>& first_classes, AfterFirstSight after);

// For each page a group by chance, each as likely: the paper's "Random".
std::vector<std::size_t> random_classes(const DayHistory& history, const RateGroups& groups,
                                        std::uint64_t seed);

// The groups that pages are assumed to be in at first.
enum class FirstClasses {
  random,         // the paper's "Random"
  largest_group,  // all the same
  first_sight,    // what the training says of each; the paper's "J48"
};

// Shares of the pages that end in the wrong group.
struct GroupErrors {
  double at_first = 0;
  double historic = 0;
  double bayesian = 0;
};

GroupErrors group_errors(const DayHistory& history, const Training& training, FirstClasses first,
                         std::uint64_t seed);

// The same over parts of a history, each after learning from the rest of it.
GroupErrors group_errors(const std::vector<HistorySplit>& splits, FirstClasses first,
                         std::uint64_t seed);

}  // namespace freshet
