// The learners by the names under which commands and tables know them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "learn/evaluate.h"

namespace freshet {

struct NamedLearner {
  std::string name;     // "tree"
  std::string meaning;  // "C4.5 with pruning (J48)"
  Learner learn;
};

// In the order of Table 1 of Barbosa et al. (2005), then those that the paper does not have.
std::vector<NamedLearner> all_learners(std::uint64_t seed);

// The learner of that name; the error tells those that there are.
Result<NamedLearner> find_learner(std::string_view name, std::uint64_t seed);

}  // namespace freshet
