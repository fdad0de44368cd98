// How often a page changes: three answers to what checks have shown.
//
// Changes are taken as a Poisson process of rate r. A check after t days sees a change with
// probability 1 - exp(-r t), however many there were, so counting changes runs low (Cho and
// Garcia-Molina, "Estimating frequency of change", 2003).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace freshet {

// Changes per day below which we do not tell rates apart, and above which a day tells nothing.
inline constexpr double kRateFloor = 1.0 / 3000;
inline constexpr double kRateCeiling = 6.0;

// One check: how long after the one before, and whether the page had changed. A span that is not
// positive (a clock that jumped back, two checks at one moment) tells nothing and is passed over.
struct RateCheck {
  double days = 0;
  bool has_changed = false;
};

// -ln((n - X + 0.5)/(n + 0.5)): changes per interval after n checks at even intervals of which X
// saw a change. X is not above n.
double even_rate(std::uint64_t n, std::uint64_t x);

// The rate under which the checks are likeliest, for any intervals: where the sum over changed of
// t/(e^(r t) - 1) equals the sum over unchanged of t. 0 if no check saw a change; kRateCeiling if
// all did, or if the answer is above it.
double likeliest_rate(std::span<const RateCheck> checks);

// Rates from kRateFloor to kRateCeiling, each the same factor above the one before.
inline constexpr std::size_t kRateSteps = 28;
using RateGrid = std::array<double, kRateSteps>;
const RateGrid& rate_grid();

// The nearest step of the grid, by the log of the rate.
std::size_t rate_step(double rate);

// What is believed about a rate: a weight for each step of the grid, adding up to 1.
using RateWeights = std::array<float, kRateSteps>;

RateWeights even_weights();

// Sure that it is this rate, or the step nearest to it.
RateWeights sure_weights(double rate);

// From what was counted of training pages: their steps, smoothed over neighbours, with 2 % spread
// over all so that nothing is impossible.
RateWeights prior_of_rates(std::span<const double> rates);

// The same of pages of whose rates one is not sure: their beliefs, added up.
RateWeights prior_of_beliefs(std::span<const RateWeights> beliefs);

// The posterior of one page: a prior times the likelihood of its checks.
class RatePosterior {
 public:
  // Takes one check in. Spans that are not positive are passed over.
  void observe(const RateCheck& check);

  // The prior, corrected by all checks.
  RateWeights weights(const RateWeights& prior) const;

  // The natural log of how likely the prior made all that the checks found: what a prior is judged
  // by, since to tell more than one knows costs more than it can win.
  double log_probability(const RateWeights& prior) const;

  std::uint32_t checks() const { return checks_; }

 private:
  std::array<float, kRateSteps> log_likelihood_{};  // less `log_scale_`; the highest is 0
  std::uint32_t checks_ = 0;
  double log_scale_ = 0;
};

// The rate below which lies a share `q` (0 to 1) of the belief.
double rate_quantile(const RateWeights& weights, double q);

// exp of the mean of the log: the one number to use for a belief, where one must be used. (The mean
// is carried away by the tail.)
double typical_rate(const RateWeights& weights);

}  // namespace freshet
