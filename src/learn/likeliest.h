// The class to choose.
#pragma once

#include <cstddef>
#include <span>

#include "learn/class_bags.h"

namespace freshet {

// The place of the largest probability; the first of those that are nearly equal.
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
