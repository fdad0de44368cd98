// What is believed about the rates of many pages: likelihoods by page, priors by site, which are
// learned from the site's own pages as checks come in.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predict/rate.h"
#include "schedule/policy.h"

namespace freshet {

class RateBeliefs {
 public:
  RateBeliefs(const std::vector<KnownPage>& pages, const RateWeights& prior);

  // Takes in that `page` did or did not change within `days` (of whatever clock).
  void observe(std::uint32_t page, double days, bool has_changed);

  // What a check of the page is worth now (see check_worth), averaged over its belief.
  float worth(std::uint32_t page, float days) const;

  // The mean of the belief, with rates above `rate_max` counted as that: the mean alone would be
  // carried away by its tail.
  float mean_rate(std::uint32_t page, float rate_max) const;

  const RateWeights& belief(std::uint32_t page) const { return beliefs_[page]; }

  // Learns the priors of the sites anew: `strength` pages' worth of the common prior and the
  // beliefs of the site's pages that are open and were checked, of which one checked `checks_full`
  // times counts whole.
  void learn_priors(std::span<const std::uint32_t> open, float strength, float checks_full);

 private:
  void weigh(std::uint32_t page);

  std::vector<std::uint32_t> site_of_;
  RateWeights common_prior_;
  std::vector<RateWeights> site_priors_;
  std::vector<RateWeights> log_likelihoods_;
  std::vector<RateWeights> beliefs_;
  std::vector<std::uint32_t> checks_;
  std::vector<std::vector<std::uint32_t>> pages_of_;
};

}  // namespace freshet
