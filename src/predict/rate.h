// Three estimators of a page's change rate from its checks.
//
// Changes are taken as a Poisson process of rate r. A check after t days sees a change with
// probability 1 - exp(-r t), however many there were, so counting changes underestimates r (Cho and
// Garcia-Molina, "Estimating frequency of change", 2003).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace freshet {

// Limits of rates in changes per day: rates below are not told apart, and above a day carries no
// information.
inline constexpr double kRateFloor = 1.0 / 3000;
inline constexpr double kRateCeiling = 6.0;

// One check: the time since the previous one, and its result. Spans that are not positive (the
// clock jumped back, two checks at one moment) carry no information and are ignored.
struct RateCheck {
  double days = 0;
  bool has_changed = false;
};

// Returns -ln((n - X + 0.5)/(n + 0.5)): changes per interval after n checks at equal intervals of
// which X saw a change. X is at most n.
double even_rate(std::uint64_t n, std::uint64_t x);

// Returns the maximum-likelihood rate for any intervals: where the sum over changed of t/(e^(r t) -
// 1) equals the sum over unchanged of t. Returns 0 if no check saw a change; kRateCeiling if all
// did, or if the result is above it.
double likeliest_rate(std::span<const RateCheck> checks);

// A grid of rates from kRateFloor to kRateCeiling with a constant ratio.
inline constexpr std::size_t kRateSteps = 28;
using RateGrid = std::array<double, kRateSteps>;
const RateGrid& rate_grid();

// Returns the nearest step of the grid, by the log of the rate.
std::size_t rate_step(double rate);

// A distribution of the rate: a weight for each step of the grid, with the sum 1.
using RateWeights = std::array<float, kRateSteps>;

RateWeights even_weights();

// Returns a distribution that is certain of this rate, or the step nearest to it.
RateWeights sure_weights(double rate);

// Returns a prior from the rates of training pages: their steps, smoothed over neighbours, with 2 %
// spread over all so that no rate is impossible.
RateWeights prior_of_rates(std::span<const double> rates);

// Returns a prior from pages with uncertain rates: the sum of their distributions.
RateWeights prior_of_beliefs(std::span<const RateWeights> beliefs);

// The posterior of one page: a prior times the likelihood of its checks.
class RatePosterior {
 public:
  // Records one check. Ignores spans that are not positive.
  void observe(const RateCheck& check);

  // Returns the prior, updated by all checks.
  RateWeights weights(const RateWeights& prior) const;

  // Returns the natural log of the probability of all results of the checks under the prior. It
  // scores a prior: overconfidence loses more than it can gain.
  double log_probability(const RateWeights& prior) const;

  std::uint32_t checks() const { return checks_; }

 private:
  std::array<float, kRateSteps> log_likelihood_{};  // less `log_scale_`; the highest is 0
  std::uint32_t checks_ = 0;
  double log_scale_ = 0;
};

// Returns the `q` quantile (0 to 1) of the rate.
double rate_quantile(const RateWeights& weights, double q);

// Returns the geometric mean of the rate, the best single number for a distribution. (The
// arithmetic mean is dominated by the tail.)
double typical_rate(const RateWeights& weights);

// Returns the rate at which a page stays unchanged for `days` as probably as one of this uncertain
// rate does: -ln(mean of exp(-r days)) / days. Hardly higher than the lowest likely rates for long
// times. For no days, or a negative number of them, the mean.
double rate_over(const RateWeights& weights, double days);

}  // namespace freshet
