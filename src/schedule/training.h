// What is learned from change histories before a policy runs.
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

// What costs time to learn and is used by some policies only.
enum class Learned : std::uint8_t {
  nothing,      // beyond the prior and the groups
  first_sight,  // the paper's tree
  baskets,      // the forest
};

}  // namespace freshet
