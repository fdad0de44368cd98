// How often to check each page so that copies are as fresh as a budget allows.
//
// A page of rate l checked f times a day is fresh a share F = (f/l)(1 - e^(-l/f)) of the time.
// Maximise the sum of w F with the sum of f fixed: at the optimum one more check is worth the same
// everywhere (Cho and Garcia-Molina, "Effective page refresh policies", 2003). With x = l/f,
//
//   w (1 - e^(-x)(1 + x))/l = mu,
//
// and f = 0 where mu l/w >= 1: such a page changes too fast to be worth a check. mu is found by
// bisection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace freshet {

struct RatedPage {
  double rate = 0;    // changes per day; at or below 0 it needs no checks
  double weight = 1;  // what its freshness counts; at or below 0 nothing
  std::uint32_t host = 0;
};

// Checks per day of each page, adding up to `checks_per_day` unless no page needs any.
std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day);

// The same where host h can bear at most host_limits[h] checks a day. Hosts over their limit are
// held at it and the rest is solved again, until none is over.
std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day,
                                  std::span<const double> host_limits);

// The x > 0 with 1 - e^(-x)(1 + x) = y, for y in (0, 1).
double solve_check_interval(double y);

}  // namespace freshet
