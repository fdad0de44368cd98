#include "refresh/remembered_priors.h"

#include <algorithm>
#include <cmath>

namespace freshet {

RememberedPriors::RememberedPriors(const FirstSight& first_sight) {
  for (std::size_t group = 0; group < first_sight.groups().size(); ++group) {
    const RateWeights prior = first_sight.prior_of(group);
    groups_.push_back({std::log(typical_rate(prior)), prior});
  }
  std::ranges::stable_sort(groups_, {}, &Group::log_rate);
}

RateWeights RememberedPriors::about(double changes_per_day) const {
  const double log_rate = std::log(std::max(changes_per_day, kRateFloor));
  const auto above = std::ranges::upper_bound(groups_, log_rate, {}, &Group::log_rate);
  if (above == groups_.begin()) return groups_.front().prior;
  if (above == groups_.end()) return groups_.back().prior;
  // The log of the typical rate is the mean of the logs, so it is mixed as the weights are.
  const Group& slower = *(above - 1);
  const auto share =
      static_cast<float>((log_rate - slower.log_rate) / (above->log_rate - slower.log_rate));
  RateWeights prior;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    prior[i] = (1 - share) * slower.prior[i] + share * above->prior[i];
  return prior;
}

}  // namespace freshet
