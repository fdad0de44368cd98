// C4.5 (Quinlan, 1993), to the letter of WEKA's J48: the same data give the same printed tree.
#pragma once

#include "learn/dataset.h"
#include "learn/decision_tree.h"

namespace freshet {

struct C45Options {
  bool prune = true;           // J48 without it: -U
  bool raise_subtrees = true;  // while pruning; J48 without it: -S
  double leaf_weight_min = 2;  // two branches of a split have at least this much; J48: -M
  double confidence = 0.25;    // up to 0.5; less prunes more; J48: -C
};

// Needs no row: without any the tree is a leaf. Rows with no class are left out.
DecisionTree grow_c45(const Dataset& rows, const C45Options& options);

// How many more errors than the `errors` seen among `weight` cases a leaf must be expected to make:
// the upper limit of the confidence interval of a binomial distribution, less `errors`.
double expected_extra_errors(double weight, double errors, double confidence);

}  // namespace freshet
