// C4.5 (Quinlan, 1993), compatible with WEKA's J48: equal data give the same printed tree.
#pragma once

#include "learn/dataset.h"
#include "learn/decision_tree.h"

namespace freshet {

struct C45Options {
  bool prune = true;           // off in J48: -U
  bool raise_subtrees = true;  // while pruning; off in J48: -S
  double leaf_weight_min = 2;  // at least two branches of a split have this much; J48: -M
  double confidence = 0.25;    // up to 0.5; less prunes more; J48: -C
};

// Accepts an empty dataset: the tree is then a leaf. Rows without a class are ignored.
DecisionTree grow_c45(const Dataset& rows, const C45Options& options);

// Returns the errors to expect of a leaf beyond the `errors` seen among `weight` cases: the upper
// limit of the confidence interval of a binomial distribution, minus `errors`.
double expected_extra_errors(double weight, double errors, double confidence);

}  // namespace freshet
