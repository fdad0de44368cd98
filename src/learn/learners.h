// The learners by the names used in commands and tables.
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

// Returns all learners in the order of Table 1 of Barbosa et al. (2005), then those that are not in
// the paper.
std::vector<NamedLearner> all_learners(std::uint64_t seed);

// Returns the learner with that name; the error lists the known names.
Result<NamedLearner> find_learner(std::string_view name, std::uint64_t seed);

}  // namespace freshet
