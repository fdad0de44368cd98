// Runs a day policy (schedule/day_policy.h) as a refresh policy: in real time, with budgets, pages
// that come and go, and appointments.
//
// A day policy picks the checks of a day; the picks are handed out as the budget accrues. A page is
// checked at most once a day, and not on the day it was first seen. Rates in plans and explanations
// come from the page's own checks under the common prior.
#pragma once

#include <memory>

#include "predict/groups.h"
#include "schedule/day_policy.h"
#include "schedule/refresh_policy.h"
#include "schedule/rolling_budget.h"

namespace freshet {

// `groups`: the groups from which a page gets its first class, by its rate at first sight; may be
// empty.
std::unique_ptr<RefreshPolicy> run_daily(std::unique_ptr<DayPolicy> policy,
                                         const RateWeights& prior, RateGroups groups,
                                         const RollingBudgetOptions& budget);

}  // namespace freshet
