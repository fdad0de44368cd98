// A trial: every policy by its name, replayed on a history, with folds.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lab/replay.h"
#include "predict/day_history.h"
#include "schedule/site_policy.h"
#include "schedule/training.h"

namespace freshet {

// Learns from a history what policies know before another is replayed.
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

// The bound that knows each page's rate as it will turn out; no policy that a refresh could run.
inline constexpr std::string_view kOraclePolicy = "oracle-index";

// The policies of the registry, "default" first; then the oracle.
const std::vector<std::string>& trial_names();

// Makes a policy by its name, with the pages of the history. An error lists the names.
Result<std::unique_ptr<DayPolicy>> make_policy(std::string_view name, const DayHistory& history,
                                               const Training& training,
                                               const TrialOptions& options);

// Replays the whole history.
Result<ReplayRecord> run_trial(std::string_view name, const DayHistory& history,
                               const Training& training, const TrialOptions& options);

using PolicyMaker = std::function<std::unique_ptr<DayPolicy>(const DayHistory&, const Training&,
                                                             const TrialOptions&)>;

// Splits the sites into `folds` (2 at least) by chance, trains on all others, replays each and
// pools them. Each fold has the same budget per page.
Result<ReplayRecord> run_folds(std::string_view name, const DayHistory& history, std::size_t folds,
                               const TrialOptions& options);
ReplayRecord run_folds(const PolicyMaker& make, const DayHistory& history, std::size_t folds,
                       const TrialOptions& options, Learned learned = Learned::nothing);

}  // namespace freshet
