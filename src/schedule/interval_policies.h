// The policies of the papers and of practice. Each assigns an interval (or a frequency) to a page;
// under a budget the pages are checked in the order of the elapsed part of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "predict/baskets.h"
#include "predict/groups.h"
#include "predict/history.h"
#include "predict/nutch.h"
#include "predict/rate.h"
#include "schedule/day_policy.h"

namespace freshet {

// Checks as often as a page changes: interval = 1/rate, with the typical rate of the posterior
// under a common prior.
std::unique_ptr<DayPolicy> proportional_policy(const std::vector<KnownPage>& pages,
                                               const RateWeights& prior);

// The rates of the Lagrange solution (optimal_rates.h) for the same estimates, solved again every
// week. `checks_per_page` is the budget.
std::unique_ptr<DayPolicy> optimal_rates_policy(const std::vector<KnownPage>& pages,
                                                const RateWeights& prior, double checks_per_page);

// Nutch's adaptive interval, from one day to a year, starting at 30 days.
std::unique_ptr<DayPolicy> nutch_policy(const std::vector<KnownPage>& pages, NutchOptions options);

// Barbosa et al.: a first-sight class for each page, then Algorithm 1.
std::unique_ptr<DayPolicy> history_policy(const std::vector<KnownPage>& pages,
                                          HistoricClasses classes);

// The same with Cho and Garcia-Molina's estimator instead of Algorithm 1; each page starts in its
// `first_class`; `first_error` is the assumed error rate of the first class.
std::unique_ptr<DayPolicy> bayes_policy(const std::vector<KnownPage>& pages,
                                        std::vector<double> class_rates, double first_error);

// Meegahapola et al. with days in place of hours, since histories are in days: polls on days 4, 6,
// 9, 14 and 21, then every 4 to 48 days. A check that saw a change counts as one changed element.
std::unique_ptr<DayPolicy> baskets_policy(const std::vector<KnownPage>& pages,
                                          const BasketOptions& options, BasketClassifier classify);

}  // namespace freshet
