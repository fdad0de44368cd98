// The policy that needs no model, and the index of a page whose rate is known.
#pragma once

#include <memory>
#include <vector>

#include "schedule/day_policy.h"

namespace freshet {

// Checks the pages that were not checked for longest.
std::unique_ptr<DayPolicy> uniform_policy(const std::vector<KnownPage>& pages);

// The index of a page of rate l, t days after its last check: what a check is worth when it is made
// now and at this interval ever after, (1 - (1 + l t) e^(-l t))/l.
double check_worth(double rate, double days);

}  // namespace freshet
