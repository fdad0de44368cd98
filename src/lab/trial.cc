#include "lab/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "lab/live_replay.h"
#include "lab/oracle_policy.h"
#include "lab/split.h"
#include "learn/c45.h"
#include "learn/evaluate.h"
#include "predict/basket_forest.h"
#include "predict/day_lessons.h"
#include "schedule/policy_registry.h"

namespace freshet {
namespace {

constexpr std::size_t kTrialGroups = 4;

// A forest, unless no page was followed for as long as a detection takes.
BasketClassifier learn_baskets(const DayHistory& history) {
  const std::vector<BasketExample> examples = basket_examples(history, {});
  if (examples.empty()) return {};
  auto forest = BasketForest::train(examples, {}, {});
  require(forest.has_value(), "the examples are of the polls that the options ask for");
  const auto shared = std::make_shared<const BasketForest>(std::move(*forest));
  return [shared](const std::vector<double>& values) { return shared->basket(values); };
}

Error no_policy(std::string_view name) {
  return {Errc::invalid, fmt::format("there is no policy \"{}\"; there are {}", visible(name),
                                     fmt::join(trial_names(), ", "))};
}

PolicyContext context_of(const Training& training, const TrialOptions& options) {
  PolicyContext context{.training = training,
                        .site_policy = options.site_policy,
                        .checks_per_page = options.budget,
                        .first_sight_error = options.first_sight_error};
  context.site_policy.counts_sites = options.weights == PageWeights::sites;
  return context;
}

}  // namespace

Training train(const DayHistory& history, Learned learned) {
  std::vector<double> rates;
  rates.reserve(history.pages.size());
  for (const DayPage& page : history.pages) rates.push_back(true_rate(page));
  Training training;
  training.prior = prior_of_rates(rates);
  training.groups = group_rates(rates, kTrialGroups);
  if (training.groups.rates.empty()) {
    training.groups.rates = {kRateFloor};
    training.groups.sizes = {0};
  }
  if (learned == Learned::first_sight && !history.pages.empty() && !history.features.empty()) {
    // The paper's static classifier. Growing a tree does not fail.
    const Learner tree = [](const Dataset& rows) -> Result<std::unique_ptr<Classifier>> {
      return std::make_unique<DecisionTree>(grow_c45(rows, {}));
    };
    auto first_sight =
        train_first_sight(lessons_of(history, paper_first_sight()), tree, paper_first_sight());
    require(first_sight.has_value(), "a tree can be grown of any rows");
    training.first_sight = std::make_shared<const FirstSight>(std::move(*first_sight));
  }
  if (learned == Learned::baskets) training.baskets = learn_baskets(history);
  return training;
}

Learned learned_for(std::string_view policy) {
  const auto row = find_policy(policy);
  return row ? (*row)->learned : Learned::nothing;
}

std::vector<std::size_t> first_classes(const DayHistory& history, const Training& training) {
  const auto largest = std::ranges::max_element(training.groups.sizes);
  std::vector<std::size_t> classes(
      history.pages.size(), static_cast<std::size_t>(largest - training.groups.sizes.begin()));
  if (!training.first_sight || history.features.empty()) return classes;
  for (std::size_t i = 0; i < classes.size(); ++i)
    classes[i] = std::min(training.first_sight->predict(first_look(history.features[i])).group,
                          training.groups.rates.size() - 1);
  return classes;
}

const std::vector<std::string>& trial_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = policy_names();
    all.emplace_back(kOraclePolicy);
    return all;
  }();
  return names;
}

Result<std::unique_ptr<DayPolicy>> make_policy(std::string_view name, const DayHistory& history,
                                               const Training& training,
                                               const TrialOptions& options) {
  if (name == kOraclePolicy) return oracle_policy(history);
  const auto row = find_policy(name);
  if (!row) return std::unexpected(no_policy(name));
  auto policy = make_day_policy(**row, context_of(training, options));
  std::vector<KnownPage> pages = known_pages(history);
  if ((*row)->learned == Learned::first_sight) {
    const std::vector<std::size_t> classes = first_classes(history, training);
    for (std::size_t i = 0; i < pages.size(); ++i) pages[i].first_class = classes[i];
  }
  for (const KnownPage& page : pages) policy->add(page);
  return policy;
}

Result<ReplayRecord> run_trial(std::string_view name, const DayHistory& history,
                               const Training& training, const TrialOptions& options) {
  auto policy = make_policy(name, history, training, options);
  if (!policy) return std::unexpected(policy.error());
  return replay(history, options.budget, **policy, options.seed);
}

Result<ReplayRecord> run_folds(std::string_view name, const DayHistory& history, std::size_t folds,
                               const TrialOptions& options) {
  if (std::ranges::find(trial_names(), name) == trial_names().end())
    return std::unexpected(no_policy(name));
  const PolicyMaker make = [&](const DayHistory& asked, const Training& training,
                               const TrialOptions& told) {
    return std::move(*make_policy(name, asked, training, told));
  };
  return run_folds(make, history, folds, options, learned_for(name));
}

ReplayRecord run_folds(const PolicyMaker& make, const DayHistory& history, std::size_t folds,
                       const TrialOptions& options, Learned learned) {
  std::vector<ReplayRecord> parts;
  for (const HistorySplit& split : split_by_site(history, folds, options.fold_seed)) {
    const auto policy = make(split.asked, train(split.known, learned), options);
    parts.push_back(replay(split.asked, options.budget, *policy, options.seed));
  }
  return pool(parts);
}

}  // namespace freshet
