// The wrapper method of feature selection (Kohavi and John, 1997): a set of features is scored by
// the learner's error with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "learn/evaluate.h"

namespace freshet {

struct FeatureStep {
  std::size_t feature;  // that was added
  double error;         // in cross-validation, with it and the previous ones
};

// Forward search: starts with no feature, adds the one that lowers the error over the folds most,
// and stops when none does. Returns the steps in order; on a tie the first feature wins.
Result<std::vector<FeatureStep>> search_features(const Dataset& rows,
                                                 std::span<const std::uint32_t> folds,
                                                 const Learner& learner);

}  // namespace freshet
