#include "schedule/trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/escape.h"
#include "base/random.h"
#include "predict/history.h"
#include "schedule/interval_policies.h"
#include "schedule/plain_policies.h"
#include "schedule/site_policy.h"

namespace freshet {
namespace {

constexpr std::size_t kTrialGroups = 4;

std::vector<std::size_t> first_classes(const DayHistory& history, const Training& training,
                                       const TrialOptions& options) {
  if (options.first_sight) return options.first_sight(history, training.groups);
  const auto largest = std::ranges::max_element(training.groups.sizes);
  return std::vector<std::size_t>(
      history.pages.size(), static_cast<std::size_t>(largest - training.groups.sizes.begin()));
}

struct NamedPolicy {
  std::string_view name;
  std::unique_ptr<Policy> (*make)(const DayHistory&, const Training&, const TrialOptions&);
};

const std::vector<NamedPolicy>& named_policies() {
  using H = DayHistory;
  using T = Training;
  using O = TrialOptions;
  static const std::vector<NamedPolicy> policies = {
      {"default",
       [](const H& h, const T& t, const O& o) {
         return site_policy(
             known_pages(h), t.prior, o.site_policy,
             o.weights == PageWeights::sites ? site_weights(h) : std::vector<float>{});
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
       [](const H& h, const T& t, const O& o) {
         return history_policy(known_pages(h), classes_of(t.groups), first_classes(h, t, o));
       }},
      {"tree-bayes",
       [](const H& h, const T& t, const O& o) {
         return bayes_policy(known_pages(h), t.groups.rates, first_classes(h, t, o),
                             o.first_sight_error);
       }},
      {"baskets",
       [](const H& h, const T&, const O&) {
         return baskets_policy(known_pages(h), {}, counting_classifier(0));
       }},
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

std::vector<float> site_weights(const DayHistory& history) {
  std::vector<float> pages_of(history.sites.size(), 0);
  for (const DayPage& page : history.pages) pages_of[page.site] += 1;
  std::vector<float> weights;
  for (const DayPage& page : history.pages) weights.push_back(1 / pages_of[page.site]);
  return weights;
}

Training train(const DayHistory& history) {
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
  return training;
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
    if (policy.name == name) return run_folds(policy.make, history, folds, options);
  return std::unexpected(no_policy(name));
}

ReplayRecord run_folds(const PolicyMaker& make, const DayHistory& history, std::size_t folds,
                       const TrialOptions& options) {
  require(folds >= 2, "there are two folds at least");
  std::vector<std::size_t> order(history.sites.size());
  std::iota(order.begin(), order.end(), 0);
  Random random(options.fold_seed);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  std::vector<ReplayRecord> parts;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> is_held_out(order.size(), false);
    for (std::size_t i = fold; i < order.size(); i += folds) is_held_out[order[i]] = true;
    std::vector<bool> is_trained_on = is_held_out;
    is_trained_on.flip();
    const DayHistory held_out = select_sites(history, is_held_out);
    const auto policy = make(held_out, train(select_sites(history, is_trained_on)), options);
    parts.push_back(replay(held_out, options.budget, *policy, options.seed));
  }
  return pool(parts);
}

}  // namespace freshet
