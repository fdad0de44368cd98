#include "schedule/rate_beliefs.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace freshet {
namespace {

constexpr float kProbabilityMin = 1e-9F;
// Keeps beliefs out of the range where the processor computes slowly.
constexpr float kWeightMin = 1e-12F;
constexpr int kLearningRounds = 2;

const RateWeights& grid() {
  static const RateWeights rates = [] {
    RateWeights as_float;
    for (std::size_t j = 0; j < kRateSteps; ++j) as_float[j] = static_cast<float>(rate_grid()[j]);
    return as_float;
  }();
  return rates;
}

// e^x for x <= 0 within 2e-6 of it, in a form that compilers turn into vector instructions.
inline float exp_fast(float x) {
  const float scaled = std::max(x, -87.0F) * 1.44269504F;
  const auto biased = static_cast<std::int32_t>(scaled + 127);  // above 0, so this rounds down
  const float part = scaled - static_cast<float>(biased - 127);
  const float fraction =
      1 + part * (0.69314718F +
                  part * (0.24022651F +
                          part * (0.05550411F + part * (0.00961813F + part * 0.00133336F))));
  return fraction * std::bit_cast<float>(biased << 23);
}

// 1 - (1 + x) e^-x. For small x the difference would drown in rounding.
inline float worth_of(float x) {
  const float series =
      x * x * (0.5F - x * (0.33333333F - x * (0.125F - x * (0.033333333F - x * 0.0069444444F))));
  return x < 0.25F ? series : 1 - (1 + x) * exp_fast(-x);
}

}  // namespace

RateBeliefs::RateBeliefs(const std::vector<KnownPage>& pages, const RateWeights& prior)
    : common_prior_(prior),
      log_likelihoods_(pages.size(), RateWeights{}),
      beliefs_(pages.size(), prior),
      checks_(pages.size(), 0) {
  for (std::uint32_t page = 0; page < pages.size(); ++page) {
    const std::uint32_t site = pages[page].site;
    site_of_.push_back(site);
    if (pages_of_.size() <= site) pages_of_.resize(site + std::size_t{1});
    pages_of_[site].push_back(page);
  }
  site_priors_.assign(pages_of_.size(), prior);
}

void RateBeliefs::weigh(std::uint32_t page) {
  const RateWeights& prior = site_priors_[site_of_[page]];
  const RateWeights& logs = log_likelihoods_[page];
  const float most = *std::ranges::max_element(logs);
  RateWeights& belief = beliefs_[page];
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    belief[j] = prior[j] * exp_fast(logs[j] - most) + kWeightMin;
    sum += belief[j];
  }
  const float scale = 1 / sum;
  for (float& weight : belief) weight *= scale;
}

void RateBeliefs::observe(std::uint32_t page, double days, bool has_changed) {
  if (!(days > 0)) return;
  const auto span = static_cast<float>(days);
  RateWeights& logs = log_likelihoods_[page];
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    const float x = span * grid()[j];
    logs[j] += has_changed ? std::log(-std::expm1(-x) + kProbabilityMin) : -x;
  }
  ++checks_[page];
  weigh(page);
}

float RateBeliefs::worth(std::uint32_t page, float days) const {
  const RateWeights& belief = beliefs_[page];
  const RateWeights& rates = grid();
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += belief[j] * worth_of(rates[j] * days) / rates[j];
  return sum;
}

float RateBeliefs::mean_rate(std::uint32_t page, float rate_max) const {
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += beliefs_[page][j] * std::min(grid()[j], rate_max);
  return sum;
}

void RateBeliefs::learn_priors(std::span<const std::uint32_t> open, float strength,
                               float checks_full) {
  std::vector<float> counted(site_priors_.size());
  std::vector<RateWeights> sums(site_priors_.size());
  for (int round = 0; round < kLearningRounds; ++round) {
    std::ranges::fill(counted, 0.0F);
    std::ranges::fill(sums, RateWeights{});
    for (const std::uint32_t page : open) {
      if (checks_[page] == 0) continue;
      const float part = std::min(static_cast<float>(checks_[page]), checks_full) / checks_full;
      counted[site_of_[page]] += part;
      RateWeights& sum = sums[site_of_[page]];
      for (std::size_t j = 0; j < kRateSteps; ++j) sum[j] += part * beliefs_[page][j];
    }
    for (std::size_t site = 0; site < site_priors_.size(); ++site) {
      if (counted[site] == 0) continue;
      for (std::size_t j = 0; j < kRateSteps; ++j)
        site_priors_[site][j] =
            (strength * common_prior_[j] + sums[site][j]) / (strength + counted[site]);
      for (const std::uint32_t page : pages_of_[site]) weigh(page);
    }
  }
}

}  // namespace freshet
