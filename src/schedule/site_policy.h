// freshet's own policy: the index over the posterior of each page's rate, in the time of its site's
// clock, with priors learned by site.
//
// A day's checks are made in rounds, and each round knows what the rounds before it saw: when the
// first checks of a site find a release, the rest of the day follows it. A small share of the
// checks goes to the pages that were not checked for longest, whatever is believed of them. That
// bounds how long a page can be forgotten, and finds releases that touch pages thought static.
#pragma once

#include <memory>
#include <vector>

#include "predict/rate.h"
#include "schedule/day_policy.h"
#include "schedule/site_model.h"

namespace freshet {

struct SitePolicyOptions {
  SiteModelOptions model;
  std::size_t rounds = 8;        // of checks in a day
  float explored_share = 0.05F;  // of the checks that go to the pages unchecked for longest
  int learns_every_days = 1;     // how often the priors are learned anew
  // A site gets at most this share of a day's checks, or twice its share of the pages if that is
  // more; else a site that changes every page at each check could take the budget.
  float site_share_max = 0.5F;
  // Each site counts once: a page counts as one part of as many as its site has that day.
  bool counts_sites = false;
};

// `weights` has what a page counts (1 for all if it is empty).
std::unique_ptr<DayPolicy> site_policy(std::vector<KnownPage> pages, const RateWeights& prior,
                                       const SitePolicyOptions& options,
                                       const std::vector<float>& weights = {});

// The two policies of the reference: index over the posterior under one prior for all, or under
// priors by site that are learned every week.
std::unique_ptr<DayPolicy> global_prior_policy(std::vector<KnownPage> pages,
                                               const RateWeights& prior);
std::unique_ptr<DayPolicy> site_prior_policy(std::vector<KnownPage> pages,
                                             const RateWeights& prior);

}  // namespace freshet
