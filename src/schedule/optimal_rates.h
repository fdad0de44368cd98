// Optimal check frequencies: the freshest copies that a budget affords.
//
// A page of rate l checked f times a day is fresh a share F = (f/l)(1 - e^(-l/f)) of the time.
// Maximise the sum of w F with the sum of f fixed: at the optimum one more check is worth the same
// everywhere (Cho and Garcia-Molina, "Effective page refresh policies", 2003). With x = l/f,
//
//   w (1 - e^(-x)(1 + x))/l = mu,
//
// and f = 0 if mu l/w >= 1: such a page changes too fast to be worth a check. mu is found by
// bisection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace freshet {

struct RatedPage {
  double rate = 0;    // changes per day; without checks if not positive
  double weight = 1;  // of its freshness; without checks if not positive
  std::uint32_t host = 0;
};

// Returns the checks per day of each page; they sum to `checks_per_day` unless no page needs any.
std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day);

// The same with at most host_limits[h] checks a day for host h. Hosts over their limit are fixed at
// it and the rest is solved again, until none is over.
std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day,
                                  std::span<const double> host_limits);

// Returns the x > 0 with 1 - e^(-x)(1 + x) = y, for y in (0, 1).
double solve_check_interval(double y);

}  // namespace freshet
