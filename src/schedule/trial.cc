#include "schedule/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "learn/c45.h"
#include "learn/evaluate.h"
#include "predict/basket_forest.h"
#include "predict/day_lessons.h"
#include "predict/history.h"
#include "schedule/interval_policies.h"
#include "schedule/plain_policies.h"
#include "schedule/site_policy.h"
#include "schedule/split.h"

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

struct NamedPolicy {
  std::string_view name;
  std::unique_ptr<Policy> (*make)(const DayHistory&, const Training&, const TrialOptions&);
  Learned learned = Learned::nothing;
};

const std::vector<NamedPolicy>& named_policies() {
  using H = DayHistory;
  using T = Training;
  using O = TrialOptions;
  static const std::vector<NamedPolicy> policies = {
      {"default",
       [](const H& h, const T& t, const O& o) {
         SitePolicyOptions options = o.site_policy;
         options.counts_sites = o.weights == PageWeights::sites;
         return site_policy(known_pages(h), t.prior, options);
       }},
      {"uniform", [](const H& h, const T&, const O&) { return uniform_policy(known_pages(h)); }},
      {"proportional", [](const H& h, const T& t,
                          const O&) { return proportional_policy(known_pages(h), t.prior); }},
      {"nutch",
       [](const H& h, const T&, const O&) {
         NutchOptions nutch;
         nutch.days_min = 1;
         return nutch_policy(known_pages(h), nutch);
       }},
      {"tree-history",
       [](const H& h, const T& t, const O&) {
         return history_policy(known_pages(h), classes_of(t.groups), first_classes(h, t));
       },
       Learned::first_sight},
      {"tree-bayes",
       [](const H& h, const T& t, const O& o) {
         return bayes_policy(known_pages(h), t.groups.rates, first_classes(h, t),
                             o.first_sight_error);
       },
       Learned::first_sight},
      {"baskets",
       [](const H& h, const T& t, const O&) {
         return baskets_policy(known_pages(h), {},
                               t.baskets ? t.baskets : counting_classifier(BasketOptions{}));
       },
       Learned::baskets},
      {"optimal-rates",
       [](const H& h, const T& t, const O& o) {
         return optimal_rates_policy(known_pages(h), t.prior, o.budget);
       }},
      {"global-prior", [](const H& h, const T& t,
                          const O&) { return global_prior_policy(known_pages(h), t.prior); }},
      {"site-prior",
       [](const H& h, const T& t, const O&) { return site_prior_policy(known_pages(h), t.prior); }},
      {"oracle-index", [](const H& h, const T&, const O&) { return oracle_policy(h); }},
  };
  return policies;
}

Error no_policy(std::string_view name) {
  return {Errc::invalid, fmt::format("there is no policy \"{}\"; there are {}", visible(name),
                                     fmt::join(policy_names(), ", "))};
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
  for (const NamedPolicy& named : named_policies())
    if (named.name == policy) return named.learned;
  return Learned::nothing;
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

const std::vector<std::string_view>& policy_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const NamedPolicy& policy : named_policies()) all.push_back(policy.name);
    return all;
  }();
  return names;
}

Result<std::unique_ptr<Policy>> make_policy(std::string_view name, const DayHistory& history,
                                            const Training& training, const TrialOptions& options) {
  for (const NamedPolicy& policy : named_policies())
    if (policy.name == name) return policy.make(history, training, options);
  return std::unexpected(no_policy(name));
}

Result<ReplayRecord> run_trial(std::string_view name, const DayHistory& history,
                               const Training& training, const TrialOptions& options) {
  auto policy = make_policy(name, history, training, options);
  if (!policy) return std::unexpected(policy.error());
  return replay(history, options.budget, **policy, options.seed);
}

Result<ReplayRecord> run_folds(std::string_view name, const DayHistory& history, std::size_t folds,
                               const TrialOptions& options) {
  for (const NamedPolicy& policy : named_policies())
    if (policy.name == name)
      return run_folds(policy.make, history, folds, options, learned_for(name));
  return std::unexpected(no_policy(name));
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
