// The bound for all policies: the index that knows the true rates.
#pragma once

#include <memory>

#include "predict/day_history.h"
#include "schedule/day_policy.h"

namespace freshet {

// Knows each page's rate as it will turn out. A bound, not a policy that anybody could run.
std::unique_ptr<DayPolicy> oracle_policy(const DayHistory& history);

}  // namespace freshet
