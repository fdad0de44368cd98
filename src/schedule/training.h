// Knowledge that policies start with, learned from change histories.
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
  // Which of the groups a page seems to belong to at first sight. Absent: all pages are taken to be
  // of the largest.
  std::shared_ptr<const FirstSight> first_sight = {};
  // Puts pages into Meegahapola's baskets. Absent: by counting.
  BasketClassifier baskets = {};
};

// Parts of a training that take time and that only some policies need.
enum class Learned : std::uint8_t {
  nothing,      // beyond the prior and the groups
  first_sight,  // the paper's tree
  baskets,      // the forest
};

}  // namespace freshet
