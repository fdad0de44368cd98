// Change rates of simulated sites, and what a few visits teach about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "predict/change_history.h"

namespace freshet {

// Returns `n` rates in changes per day, uniform on a logarithmic scale.
std::vector<double> log_uniform_rates(std::size_t n, double min, double max, std::uint64_t seed);

// Returns the rate of each page of a history: its changes per day of its life, at least kRateFloor.
std::vector<double> fitted_rates(const ChangeHistory& history);

// Returns `n` of these rates at random, with replacement.
std::vector<double> draw_rates(std::span<const double> rates, std::size_t n, std::uint64_t seed);

// Earlier visits of a site.
struct EarlierVisits {
  std::size_t visits = 5;   // of each page; the first shows no change
  double days_between = 1;  // two visits
  double days_ahead = 1;    // for which the rates will be used
};

// Returns the rates that somebody would know who made these visits and nothing else. The prior is
// learned from the visits of all pages; of each page the rate is returned at which it stays
// unchanged for `days_ahead` as probably as by what is known (rate_over in predict/rate.h).
std::vector<double> learned_rates(std::span<const double> rates, const EarlierVisits& earlier,
                                  std::uint64_t seed);

// Returns the page on which each page was found: a tree in which page i hangs on one of the pages
// before it, in the order of breadth-first discovery.
std::vector<std::uint32_t> discovery_tree(std::size_t n, std::uint64_t seed);

}  // namespace freshet
