// Choice of a class by probability.
#pragma once

#include <cstddef>
#include <span>

#include "learn/class_bags.h"

namespace freshet {

// Returns the index of the largest probability; the first one among nearly equal ones.
inline int likeliest(std::span<const double> probabilities) {
  std::size_t best = 0;
  double most = -1;
  for (std::size_t label = 0; label < probabilities.size(); ++label) {
    if (!clearly_greater(probabilities[label], most)) continue;
    most = probabilities[label];
    best = label;
  }
  return static_cast<int>(best);
}

}  // namespace freshet
