// One split of a tree, as C4.5 chooses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/class_bags.h"
#include "learn/dataset.h"

namespace freshet {

// A row at a node of a growing tree. Its weight is a part of the row's where a value on the way was
// missing: such a row goes into every branch, divided as the others went.
struct Case {
  std::uint32_t row;
  double weight;
};

struct Split {
  std::size_t feature = 0;
  std::size_t branches = 0;  // 0: the feature gives no useful split
  double threshold = 0;      // of a number: up to it to the first branch, else to the second
  double gain = 0;
  double gain_ratio = 0;
  ClassBags bags{0, 0};  // of the cases whose value is known, later of all
};

// The branch that a value takes; -1 if it is missing.
inline int branch_of(const Attribute& feature, double threshold, double value) {
  if (is_missing(value)) return -1;
  if (!feature.is_numeric()) return static_cast<int>(value);
  return at_most(value, threshold) ? 0 : 1;
}

// The split by `feature`. Sorts `cases` by it if it is a number; those with no value come last.
Split split_by(const Dataset& rows, std::vector<Case>& cases, std::size_t feature, double weight,
               double leaf_weight_min);

// The split with the best gain ratio among those with at least the average gain, or one with no
// branches. `all` are the rows of the whole tree: a threshold is the largest of their values that
// is not above the middle between two cases.
Split best_split(const Dataset& all, std::vector<Case>& cases, double leaf_weight_min);

// The bags of `split` for `cases`, and the cases of each branch.
ClassBags bags_of(const Dataset& rows, std::span<const Case> cases, const Split& split);
std::vector<std::vector<Case>> divide(const Dataset& rows, std::span<const Case> cases,
                                      const Split& split);

// All cases in one bag.
ClassBags bag_of(const Dataset& rows, std::span<const Case> cases);

// Sorts as WEKA does: the order of equal values decides the order of sums, and so their last bits.
void sort_cases(const Dataset& rows, std::vector<Case>& cases, std::size_t feature);

}  // namespace freshet
