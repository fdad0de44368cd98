// freshet's own policy: the index over the posterior of each page's rate, in the time of its site's
// clock, with priors learned by site.
//
// A day's checks are made in rounds, and each round uses the results of the previous ones: when the
// first checks of a site find a release, the rest of the day follows it. A small share of the
// checks goes to the pages unchecked for longest, regardless of their estimates. That bounds how
// long a page can be neglected, and finds releases that change pages thought static. Pages of less
// weight are explored less often: by their days without a check times the root of their weight.
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
  float explored_share = 0.05F;  // of the checks, for the pages unchecked for longest
  float explored_weight = 0.5F;  // power of a page's weight in the order of exploration; 0: none
  int learns_every_days = 1;     // interval at which the priors are re-estimated
  // A site gets at most this share of a day's checks, or twice its share of the pages if that is
  // more; otherwise a site that changes every page at each check could take the budget.
  float site_share_max = 0.5F;
  // Each site has the same weight: the weight of a page is divided by the number of pages of its
  // site that day.
  bool counts_sites = false;
};

// `weights` has the weights of the pages (1 for all if it is empty).
std::unique_ptr<DayPolicy> site_policy(std::vector<KnownPage> pages, const RateWeights& prior,
                                       const SitePolicyOptions& options,
                                       const std::vector<float>& weights = {});

// The two policies of the reference: index over the posterior under one prior for all, or under
// priors by site that are re-estimated every week.
std::unique_ptr<DayPolicy> global_prior_policy(std::vector<KnownPage> pages,
                                               const RateWeights& prior);
std::unique_ptr<DayPolicy> site_prior_policy(std::vector<KnownPage> pages,
                                             const RateWeights& prior);

}  // namespace freshet
