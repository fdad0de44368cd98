// The request of `freshet simulate`.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "cli/command.h"
#include "lab/replay.h"
#include "lab/trial.h"
#include "predict/change_history.h"

namespace freshet {

struct SimulationRequest {
  std::vector<std::string> policies;
  std::vector<double> budgets;
  CountedChanges changes = CountedChanges::any;
  PageWeights weights = PageWeights::pages;
  std::size_t folds = 0;  // 0: none
};

std::expected<SimulationRequest, Failure> simulation_request(const Arguments& arguments);

}  // namespace freshet
