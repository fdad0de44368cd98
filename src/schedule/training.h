// Initial knowledge of policies, learned from change histories.
#pragma once

#include <cstdint>
#include <memory>

#include "predict/baskets.h"
#include "predict/first_sight.h"
#include "predict/groups.h"
#include "predict/rate.h"

namespace freshet {

struct Training {
  RateWeights prior = even_weights();  // of the rates of pages
  RateGroups groups = {};              // four, on the log of the rate
  // The classifier of pages into the groups at first sight. Absent: all pages count as those of the
  // largest group.
  std::shared_ptr<const FirstSight> first_sight = {};
  // The classifier into Meegahapola's baskets. Absent: by counting.
  BasketClassifier baskets = {};
};

// Parts of a training that take time and that only some policies need.
enum class Learned : std::uint8_t {
  nothing,      // beyond the prior and the groups
  first_sight,  // the paper's tree
  baskets,      // the forest
};

}  // namespace freshet
