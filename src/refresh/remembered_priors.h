// The prior of a page whose rate was predicted at first sight by an earlier run.
//
// The prediction is stored as a rate. The number of a group is specific to the model that gave it,
// and another model may have been learned since; a rate means the same to all models.
#pragma once

#include <vector>

#include "predict/first_sight.h"
#include "predict/rate.h"

namespace freshet {

class RememberedPriors {
 public:
  explicit RememberedPriors(const FirstSight& first_sight);

  // Returns the mix of the priors of two neighbouring groups that has this typical rate
  // (typical_rate); beyond the groups, the prior of the fastest or slowest one.
  RateWeights about(double changes_per_day) const;

 private:
  struct Group {
    double log_rate = 0;
    RateWeights prior = {};
  };
  std::vector<Group> groups_;  // from the slowest to the fastest, one at least
};

}  // namespace freshet
