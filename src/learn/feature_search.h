// The wrapper method of feature selection (Kohavi and John, 1997): a set of features is as good as
// what the learner makes of it.
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
  double error;         // in cross-validation, with it and those before it
};

// Forward search: starts with none, adds the feature that lowers the error over the folds most, and
// stops when none lowers it. The steps in their order; of equally good features the first.
Result<std::vector<FeatureStep>> search_features(const Dataset& rows,
                                                 std::span<const std::uint32_t> folds,
                                                 const Learner& learner);

}  // namespace freshet
