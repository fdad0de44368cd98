#include "schedule/policy_registry.h"

#include <fmt/format.h>

#include <array>

#include "base/escape.h"
#include "schedule/daily_policy.h"
#include "schedule/interval_policies.h"
#include "schedule/plain_policies.h"

namespace freshet {
namespace {

using Context = PolicyContext;

constexpr std::array kPolicies = {
    PolicyRow{.name = kDefaultPolicy,
              .summary = "index over rates that pages and sites teach",
              .make_daily =
                  [](const Context& c) { return site_policy({}, c.training.prior, c.site_policy); },
              .make_live = [](const Context& c) -> std::unique_ptr<RefreshPolicy> {
                return std::make_unique<LivePolicy>(c.training.prior, c.live);
              }},
    PolicyRow{.name = "uniform",
              .summary = "the pages unchecked for longest",
              .make_daily = [](const Context&) { return uniform_policy({}); }},
    PolicyRow{
        .name = "proportional",
        .summary = "as often as a page changes",
        .make_daily = [](const Context& c) { return proportional_policy({}, c.training.prior); }},
    PolicyRow{.name = "nutch",
              .summary = "Nutch's adaptive interval",
              .make_daily =
                  [](const Context&) {
                    NutchOptions nutch;
                    nutch.days_min = 1;
                    return nutch_policy({}, nutch);
                  }},
    PolicyRow{
        .name = "tree-history",
        .summary = "Barbosa et al.: a class at first sight, then Algorithm 1",
        .make_daily =
            [](const Context& c) { return history_policy({}, classes_of(c.training.groups)); },
        .learned = Learned::first_sight},
    PolicyRow{.name = "tree-bayes",
              .summary = "the same with Cho and Garcia-Molina's estimator",
              .make_daily =
                  [](const Context& c) {
                    return bayes_policy({}, c.training.groups.rates, c.first_sight_error);
                  },
              .learned = Learned::first_sight},
    PolicyRow{.name = "baskets",
              .summary = "Meegahapola et al.: a basket for each page",
              .make_daily =
                  [](const Context& c) {
                    return baskets_policy(
                        {}, {}, c.training.baskets ? c.training.baskets : counting_classifier({}));
                  },
              .learned = Learned::baskets},
    PolicyRow{.name = "optimal-rates",
              .summary = "the optimal rates for the budget, solved every week",
              .make_daily =
                  [](const Context& c) {
                    return optimal_rates_policy({}, c.training.prior, c.checks_per_page);
                  }},
    PolicyRow{
        .name = "global-prior",
        .summary = "index under one prior for all pages",
        .make_daily = [](const Context& c) { return global_prior_policy({}, c.training.prior); }},
    PolicyRow{
        .name = "site-prior",
        .summary = "index under priors by site, learned every week",
        .make_daily = [](const Context& c) { return site_prior_policy({}, c.training.prior); }},
};

}  // namespace

std::span<const PolicyRow> policies() { return kPolicies; }

std::vector<std::string> policy_names() {
  std::vector<std::string> names;
  for (const PolicyRow& row : policies()) names.emplace_back(row.name);
  return names;
}

Result<const PolicyRow*> find_policy(std::string_view name) {
  for (const PolicyRow& row : policies())
    if (row.name == name) return &row;
  return std::unexpected(
      Error{Errc::invalid, fmt::format("there is no policy \"{}\"; there are {}", visible(name),
                                       fmt::join(policy_names(), ", "))});
}

std::unique_ptr<RefreshPolicy> make_refresh_policy(const PolicyRow& row,
                                                   const PolicyContext& context) {
  if (row.make_live != nullptr) return row.make_live(context);
  return run_daily(row.make_daily(context), context.training.prior, context.training.groups,
                   context.live.budget);
}

}  // namespace freshet
