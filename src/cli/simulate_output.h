// The scores of policies, and their output as tables, JSON, CSV and SVG.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/output.h"
#include "cli/simulate_request.h"
#include "lab/group_errors.h"

namespace freshet {

inline constexpr std::uint64_t kSimulationSeed = 1;

struct PolicyScore {
  std::string policy;
  double budget = 0;
  ReplayScore score;
  ConfidenceInterval interval;
};

// Replays the history under each policy and budget.
Result<std::vector<PolicyScore>> score_policies(const DayHistory& days,
                                                const SimulationRequest& request,
                                                const Training& training);

std::string to_json(const std::vector<PolicyScore>& rows, const SimulationRequest& request);
void print_csv(const std::vector<PolicyScore>& rows, const SimulationRequest& request, Output& out);
void print_scores(const std::vector<PolicyScore>& rows, Output& out);

// Prints tables 3 and 5 of Barbosa et al. (2005) for this history, beside the numbers of the paper.
void print_group_errors(const DayHistory& days, const Training& training,
                        const SimulationRequest& request, Output& out);

Status write_svg(const std::vector<PolicyScore>& rows, const SimulationRequest& request,
                 const std::string& path);

}  // namespace freshet
