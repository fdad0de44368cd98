#include "predict/rate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace freshet {
namespace {

// Lower bound of the likelihood of a check, so that no distribution becomes 0/0.
constexpr double kCheckProbabilityMin = 1e-9;
constexpr double kSpread = 0.02;
constexpr int kBisections = 100;

const double kLogFloor = std::log(kRateFloor);
const double kLogStep = std::log(kRateCeiling / kRateFloor) / static_cast<double>(kRateSteps - 1);

void make_sum_one(RateWeights& weights) {
  float sum = 0;
  for (const float weight : weights) sum += weight;
  if (!(sum > 0)) {
    weights = even_weights();
    return;
  }
  for (float& weight : weights) weight /= sum;
}

// `counts` are of `pages` pages.
RateWeights smoothed(const std::array<double, kRateSteps>& counts, std::size_t pages) {
  if (pages == 0) return even_weights();
  RateWeights prior;
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    const double below = i > 0 ? counts[i - 1] : 0;
    const double above = i + 1 < kRateSteps ? counts[i + 1] : 0;
    prior[i] = static_cast<float>(0.2 * below + 0.6 * counts[i] + 0.2 * above +
                                  kSpread * static_cast<double>(pages) / kRateSteps);
  }
  make_sum_one(prior);
  return prior;
}

}  // namespace

double even_rate(std::uint64_t n, std::uint64_t x) {
  require(x <= n, "there are no more changes than checks");
  const auto visits = static_cast<double>(n);
  return -std::log((visits - static_cast<double>(x) + 0.5) / (visits + 0.5));
}

double likeliest_rate(std::span<const RateCheck> checks) {
  double unchanged_days = 0;
  bool has_change = false;
  for (const RateCheck& check : checks) {
    if (!(check.days > 0)) continue;
    if (check.has_changed) {
      has_change = true;
    } else {
      unchanged_days += check.days;
    }
  }
  if (!has_change) return 0;
  // The left side decreases with the rate.
  const auto is_too_low = [&](double rate) {
    double sum = 0;
    for (const RateCheck& check : checks)
      if (check.has_changed && check.days > 0) sum += check.days / std::expm1(rate * check.days);
    return sum > unchanged_days;
  };
  if (is_too_low(kRateCeiling)) return kRateCeiling;
  double low = 0;
  double high = kRateCeiling;
  for (int i = 0; i < kBisections; ++i) {
    const double middle = (low + high) / 2;
    (middle > 0 && !is_too_low(middle) ? high : low) = middle;
  }
  return high;
}

const RateGrid& rate_grid() {
  static const RateGrid grid = [] {
    RateGrid rates;
    for (std::size_t i = 0; i < kRateSteps; ++i)
      rates[i] = std::exp(kLogFloor + kLogStep * static_cast<double>(i));
    return rates;
  }();
  return grid;
}

std::size_t rate_step(double rate) {
  if (!(rate > kRateFloor)) return 0;
  const double step = std::round((std::log(std::min(rate, kRateCeiling)) - kLogFloor) / kLogStep);
  return std::min(static_cast<std::size_t>(step), kRateSteps - 1);
}

RateWeights even_weights() {
  RateWeights weights;
  weights.fill(1.0F / kRateSteps);
  return weights;
}

RateWeights sure_weights(double rate) {
  RateWeights weights{};
  weights[rate_step(rate)] = 1;
  return weights;
}

RateWeights prior_of_rates(std::span<const double> rates) {
  std::array<double, kRateSteps> counts{};
  for (const double rate : rates) counts[rate_step(rate)] += 1;
  return smoothed(counts, rates.size());
}

RateWeights prior_of_beliefs(std::span<const RateWeights> beliefs) {
  std::array<double, kRateSteps> counts{};
  for (const RateWeights& belief : beliefs)
    for (std::size_t i = 0; i < kRateSteps; ++i) counts[i] += static_cast<double>(belief[i]);
  return smoothed(counts, beliefs.size());
}

void RatePosterior::observe(const RateCheck& check) {
  if (!(check.days > 0)) return;
  const RateGrid& grid = rate_grid();
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    const double still = std::exp(-grid[i] * check.days);
    log_likelihood_[i] += static_cast<float>(
        std::log((check.has_changed ? 1 - still : still) + kCheckProbabilityMin));
  }
  const float most = *std::ranges::max_element(log_likelihood_);
  for (float& value : log_likelihood_) value -= most;
  log_scale_ += static_cast<double>(most);
  ++checks_;
}

RateWeights RatePosterior::weights(const RateWeights& prior) const {
  RateWeights weights;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    weights[i] = prior[i] * std::exp(std::max(log_likelihood_[i], -80.0F));
  make_sum_one(weights);
  return weights;
}

double RatePosterior::log_probability(const RateWeights& prior) const {
  double sum = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    sum += static_cast<double>(prior[i]) * std::exp(static_cast<double>(log_likelihood_[i]));
  return log_scale_ + std::log(std::max(sum, std::numeric_limits<double>::min()));
}

double rate_quantile(const RateWeights& weights, double q) {
  double sum = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    sum += static_cast<double>(weights[i]);
    if (sum >= q) return rate_grid()[i];
  }
  return kRateCeiling;
}

double typical_rate(const RateWeights& weights) {
  double mean = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    mean += static_cast<double>(weights[i]) * (kLogFloor + kLogStep * static_cast<double>(i));
  return std::exp(mean);
}

double rate_over(const RateWeights& weights, double days) {
  double mean = 0;
  double unchanged = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    mean += double{weights[i]} * rate_grid()[i];
    unchanged += double{weights[i]} * std::exp(-rate_grid()[i] * days);
  }
  // Weights sum up to 1 only nearly.
  if (!(days > 0) || unchanged >= 1) return mean;
  return std::clamp(-std::log(unchanged) / days, rate_grid().front(), mean);
}

}  // namespace freshet
