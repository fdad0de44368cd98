// The policies that need no model: uniform, and the index that knows the true rates.
#pragma once

#include <memory>

#include "predict/rate.h"
#include "schedule/day_policy.h"

namespace freshet {

// Checks the pages that were not checked for longest.
std::unique_ptr<DayPolicy> uniform_policy(const std::vector<KnownPage>& pages);

// The index of a page of rate l, t days after its last check: what a check is worth when it is made
// now and at this interval ever after, (1 - (1 + l t) e^(-l t))/l.
double check_worth(double rate, double days);

// Knows each page's rate as it will turn out. A bound, not a policy that anybody could run.
std::unique_ptr<DayPolicy> oracle_policy(const DayHistory& history);

}  // namespace freshet
