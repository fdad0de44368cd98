// One split of a tree, as C4.5 chooses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/class_bags.h"
#include "learn/dataset.h"

namespace freshet {

// A row at a node of a growing tree. Its weight is a fraction of the row's if a value on the path
// was missing: such a row goes into every branch, divided in proportion to the others.
struct Case {
  std::uint32_t row;
  double weight;
};

struct Split {
  std::size_t feature = 0;
  std::size_t branches = 0;  // 0: the feature gives no useful split
  double threshold = 0;      // of a number: values up to it go to the first branch
  double gain = 0;
  double gain_ratio = 0;
  ClassBags bags{0, 0};  // of the cases with a known value, later of all
};

// Returns the branch of a value; -1 if it is missing.
inline int branch_of(const Attribute& feature, double threshold, double value) {
  if (is_missing(value)) return -1;
  if (!feature.is_numeric()) return static_cast<int>(value);
  return at_most(value, threshold) ? 0 : 1;
}

// Returns the split by `feature`. Sorts `cases` by a numeric feature, with missing values last.
Split split_by(const Dataset& rows, std::vector<Case>& cases, std::size_t feature, double weight,
               double leaf_weight_min);

// Returns the split with the best gain ratio among those with at least the average gain, or one
// with no branches. `all` are the rows of the whole tree: a threshold is the largest of their
// values that is not above the middle between two cases.
Split best_split(const Dataset& all, std::vector<Case>& cases, double leaf_weight_min);

// Returns the bags of `split` for `cases`; and the cases of each branch.
ClassBags bags_of(const Dataset& rows, std::span<const Case> cases, const Split& split);
std::vector<std::vector<Case>> divide(const Dataset& rows, std::span<const Case> cases,
                                      const Split& split);

// Returns all cases in one bag.
ClassBags bag_of(const Dataset& rows, std::span<const Case> cases);

// Sorts as WEKA does: the order of equal values determines the order of summation, and so the last
// bits of sums.
void sort_cases(const Dataset& rows, std::vector<Case>& cases, std::size_t feature);

}  // namespace freshet
