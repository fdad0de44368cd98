// The policy without a model, and the index of a page with a known rate.
#pragma once

#include <memory>
#include <vector>

#include "schedule/day_policy.h"

namespace freshet {

// Checks the pages unchecked for longest.
std::unique_ptr<DayPolicy> uniform_policy(const std::vector<KnownPage>& pages);

// The index of a page of rate l, t days after its last check: the worth of a check made now and at
// this interval ever after, (1 - (1 + l t) e^(-l t))/l.
double check_worth(double rate, double days);

}  // namespace freshet
