// What is believed of a page of which only the guess at first sight is remembered.
//
// It is remembered as a rate. The number of a group means something to the model that gave it, and
// another one may have been learned since; a rate means the same to all.
#pragma once

#include <vector>

#include "predict/first_sight.h"
#include "predict/rate.h"

namespace freshet {

class RememberedPriors {
 public:
  explicit RememberedPriors(const FirstSight& first_sight);

  // The mix of what the model believes of pages of two neighbouring groups whose typical rate
  // (typical_rate) this is; that of the fastest or slowest group for rates beyond.
  RateWeights about(double changes_per_day) const;

 private:
  struct Group {
    double log_rate = 0;
    RateWeights prior = {};
  };
  std::vector<Group> groups_;  // from the slowest to the fastest, one at least
};

}  // namespace freshet
