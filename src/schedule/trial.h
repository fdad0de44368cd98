// A trial: every policy by its name, replayed on a history, with folds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "predict/baskets.h"
#include "predict/day_history.h"
#include "predict/first_sight.h"
#include "predict/groups.h"
#include "predict/rate.h"
#include "schedule/replay.h"
#include "schedule/site_policy.h"

namespace freshet {

// What is learned from a history before another is replayed.
struct Training {
  RateWeights prior = even_weights();  // of the rates of pages
  RateGroups groups;                   // four, on the log of the rate
  // Which of the groups a page seems to belong to at first sight. Absent, or nothing was counted on
  // the pages: all are taken to be of the largest.
  std::shared_ptr<const FirstSight> first_sight;
  // Puts pages into Meegahapola's baskets. Absent: by counting.
  BasketClassifier baskets;
};

// What costs time to learn and is used by some policies only.
enum class Learned : std::uint8_t {
  nothing,      // beyond the prior and the groups
  first_sight,  // the paper's tree
  baskets,      // the forest
};

Training train(const DayHistory& history, Learned learned = Learned::nothing);
Learned learned_for(std::string_view policy);

// The group of each page at first sight.
std::vector<std::size_t> first_classes(const DayHistory& history, const Training& training);

struct TrialOptions {
  double budget = 0.05;                      // checks per page and day
  PageWeights weights = PageWeights::pages;  // what the default policy is told to care for
  std::uint64_t seed = 1;                    // of ties
  std::uint64_t fold_seed = 1;               // of which site is in which fold
  SitePolicyOptions site_policy = {};        // of "default"
  double first_sight_error = 0.25;  // how often tree-bayes takes its first class to be wrong
};

// "default" first; the bound that knows the future last.
const std::vector<std::string_view>& policy_names();

// Makes a policy by its name; an error names the nearest that exists.
Result<std::unique_ptr<Policy>> make_policy(std::string_view name, const DayHistory& history,
                                            const Training& training, const TrialOptions& options);

// Replays the whole history.
Result<ReplayRecord> run_trial(std::string_view name, const DayHistory& history,
                               const Training& training, const TrialOptions& options);

using PolicyMaker =
    std::function<std::unique_ptr<Policy>(const DayHistory&, const Training&, const TrialOptions&)>;

// Splits the sites into `folds` (2 at least) by chance, trains on all others, replays each and
// pools them. Each fold has the same budget per page.
Result<ReplayRecord> run_folds(std::string_view name, const DayHistory& history, std::size_t folds,
                               const TrialOptions& options);
ReplayRecord run_folds(const PolicyMaker& make, const DayHistory& history, std::size_t folds,
                       const TrialOptions& options, Learned learned = Learned::nothing);

}  // namespace freshet
