#include "schedule/site_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace freshet {
namespace {

constexpr float kSpanMin = 1e-3F;
constexpr float kProbabilityMin = 1e-9F;
// Avoids denormal numbers, which are slow.
constexpr float kWeightMin = 1e-12F;
constexpr int kLearningRounds = 2;
constexpr int kTimeBisections = 16;  // to a few seconds of a day
constexpr double kMomentDays = 1e-3;

struct FloatGrid {
  RateWeights rates;
  RateWeights inverse;
};

const FloatGrid& grid() {
  static const FloatGrid made = [] {
    FloatGrid grid;
    for (std::size_t j = 0; j < kRateSteps; ++j) {
      grid.rates[j] = static_cast<float>(rate_grid()[j]);
      grid.inverse[j] = static_cast<float>(1 / rate_grid()[j]);
    }
    return grid;
  }();
  return made;
}

// Makes a weight from outside positive, so that it has a log.
float positive(float weight) {
  return weight > kProbabilityMin ? std::min(weight, 1.0F) : kProbabilityMin;
}

// e^x for x <= 0 with an error below 2e-6, in a form that compilers vectorise.
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

// 1 - (1 + x) e^-x. For small x the difference would be lost in rounding.
inline float worth_of(float x) {
  const float series =
      x * x * (0.5F - x * (0.33333333F - x * (0.125F - x * (0.033333333F - x * 0.0069444444F))));
  return x < 0.25F ? series : 1 - (1 + x) * exp_fast(-x);
}

// Returns the rate times span after the odds of a change are multiplied: x with e^x - 1 = odds (e^y
// - 1).
inline float with_odds(float y, float odds) {
  if (y > 80) return y;
  return std::log1p(odds * std::expm1(y));
}

// Returns the worth of a check after `days` of the site's clock, in such days.
float worth_after(const RateWeights& weights, float days) {
  const FloatGrid& steps = grid();
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += weights[j] * worth_of(steps.rates[j] * days) * steps.inverse[j];
  return sum;
}

// The same after hints, for unnormalised weights.
float worth_with_odds(const RateWeights& weights, float days, float odds) {
  float whole = 0;
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    const float come = grid().rates[j] * days;
    // The likelihood of the hint under this rate, times the worth of a check after it.
    const float weight = weights[j] * (1 + (odds - 1) * -std::expm1(-come));
    whole += weight;
    sum += weight * worth_of(with_odds(come, odds)) * grid().inverse[j];
  }
  return sum / whole;
}

}  // namespace

SiteModel::SiteModel(const RateWeights& common_prior, const SiteModelOptions& options,
                     double origin)
    : options_(options),
      common_prior_(common_prior),
      prior_(common_prior),
      origin_(origin),
      clock_(options.clock) {}

PageSlot SiteModel::add(double first_seen, const RateWeights* first_sight) {
  Page page;
  page.last = first_seen;
  page.is_live = true;
  if (first_sight) {
    std::array<float, kRateSteps> logs;
    for (std::size_t j = 0; j < kRateSteps; ++j)
      logs[j] = std::log(positive((*first_sight)[j])) - std::log(positive(common_prior_[j]));
    const float most = *std::ranges::max_element(logs);
    for (std::size_t j = 0; j < kRateSteps; ++j) page.log_changes[j] = logs[j] - most;
  }
  ++live_;
  if (free_.empty()) {
    pages_.push_back(page);
    return static_cast<PageSlot>(pages_.size() - 1);
  }
  const PageSlot slot = free_.back();
  free_.pop_back();
  pages_[slot] = page;
  return slot;
}

void SiteModel::remove(PageSlot slot) {
  require(slot < pages_.size() && pages_[slot].is_live, "only a page that is there is removed");
  pages_[slot].is_live = false;
  free_.push_back(slot);
  --live_;
}

float SiteModel::span(PageSlot slot, double now) const {
  const double last = pages_[slot].last;
  if (options_.uses_clock) return clock_.span(last - origin_, now - origin_);
  return static_cast<float>(std::max(now - last, 0.0));
}

bool SiteModel::observe(PageSlot slot, double at, bool has_changed, float trust) {
  Page& page = pages_[slot];
  if (!(at > page.last)) {
    page.last = at;
    return false;
  }
  const float days = std::max(span(slot, at), kSpanMin);
  if (has_changed) {
    add_change(page, [days](double rate) {
      return std::log(-std::expm1(-days * static_cast<float>(rate)) + kProbabilityMin);
    });
  } else {
    page.quiet_span += days * trust;
  }
  count(page, at, has_changed);
  return true;
}

// The last change was at `changed_at`: one happened there, and none since. Nothing is known about
// the time before it.
bool SiteModel::observe_told(PageSlot slot, double at, double changed_at) {
  Page& page = pages_[slot];
  if (!(at > page.last) || !(changed_at > page.last) || !(changed_at < at))
    return observe(slot, at, true);
  add_change(page, [](double rate) { return static_cast<float>(std::log(rate)); });
  page.quiet_span += clock_.span(changed_at - origin_, at - origin_);
  count(page, at, true);
  return true;
}

template <class LogLikelihood>
void SiteModel::add_change(Page& page, const LogLikelihood& log_likelihood) {
  std::array<float, kRateSteps> logs;
  float most = -std::numeric_limits<float>::infinity();
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    logs[j] = page.log_changes[j] + log_likelihood(rate_grid()[j]);
    most = std::max(most, logs[j]);
  }
  for (std::size_t j = 0; j < kRateSteps; ++j) page.log_changes[j] = logs[j] - most;
  page.changes = static_cast<std::uint16_t>(std::min(page.changes + 1, 0xffff));
}

void SiteModel::count(Page& page, double at, bool has_changed) {
  page.checks = static_cast<std::uint16_t>(std::min(page.checks + 1, 0xffff));
  if (options_.uses_clock && live_ > 1)
    clock_.observe({page.last - origin_, at - origin_, mean_rate(page), has_changed});
  page.last = at;
}

void SiteModel::settle_clock(double now) {
  if (options_.uses_clock && live_ > 1) clock_.settle(now - origin_);
}

float SiteModel::weigh(const Page& page, RateWeights& weights) const {
  RateWeights logs;
  const RateWeights& rates = grid().rates;
  float most = -std::numeric_limits<float>::infinity();
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    logs[j] = page.log_changes[j] - rates[j] * page.quiet_span;
    most = std::max(most, logs[j]);
  }
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    weights[j] = prior_[j] * exp_fast(logs[j] - most) + kWeightMin;
    sum += weights[j];
  }
  return sum;
}

RateWeights SiteModel::belief(PageSlot slot) const {
  RateWeights weights;
  const float scale = 1 / weigh(pages_[slot], weights);
  for (float& weight : weights) weight *= scale;
  return weights;
}

float SiteModel::mean_rate(const Page& page) const {
  RateWeights weights;
  const float whole = weigh(page, weights);
  float sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += weights[j] * std::min(grid().rates[j], options_.clock_rate_max);
  return sum / whole;
}

float SiteModel::worth(PageSlot slot, double now, float odds) const {
  RateWeights weights;
  const float whole = weigh(pages_[slot], weights);
  const float days = span(slot, now);
  const float sum =
      odds == 1 ? worth_after(weights, days) / whole : worth_with_odds(weights, days, odds);
  return sum / static_cast<float>(pace());
}

std::optional<double> SiteModel::days_until_worth(PageSlot slot, double now, double least,
                                                  double days_max, float odds) const {
  const RateWeights weights = belief(slot);
  const double past = static_cast<double>(span(slot, now));
  const auto is_worth_it = [&](double days) {
    const auto come = static_cast<float>(past + days * pace());
    const float worth =
        odds == 1 ? worth_after(weights, come) : worth_with_odds(weights, come, odds);
    return static_cast<double>(worth) >= least * pace();
  };
  if (is_worth_it(0)) return 0;
  if (!is_worth_it(days_max)) return std::nullopt;
  double low = 0;
  double high = days_max;
  for (int i = 0; i < kTimeBisections; ++i) {
    // Bisects on a logarithmic scale.
    const double middle = std::sqrt((low + kMomentDays) * (high + kMomentDays)) - kMomentDays;
    (is_worth_it(middle) ? high : low) = middle;
  }
  return high;
}

void SiteModel::come_back_to(PageSlot slot, double now) {
  pages_[slot].last = std::min(pages_[slot].last, now);
}

float SiteModel::stale_probability(PageSlot slot, double now, float odds) const {
  RateWeights weights;
  const float whole = weigh(pages_[slot], weights);
  const float days = span(slot, now);
  float fresh = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    fresh += weights[j] * exp_fast(-grid().rates[j] * days);
  fresh = std::min(fresh / whole, 1.0F);
  const float stale = (1 - fresh) * odds;
  return stale / (stale + fresh);
}

void SiteModel::learn_prior() {
  for (int round = 0; round < kLearningRounds; ++round) {
    float counted = 0;
    RateWeights sums{};
    RateWeights weights;
    for (const Page& page : pages_) {
      if (!page.is_live || page.checks == 0) continue;
      const float part =
          std::min(static_cast<float>(page.checks), options_.checks_full) / options_.checks_full;
      counted += part;
      const float scale = part / weigh(page, weights);
      for (std::size_t j = 0; j < kRateSteps; ++j) sums[j] += scale * weights[j];
    }
    if (counted == 0) return;
    for (std::size_t j = 0; j < kRateSteps; ++j)
      prior_[j] = (options_.prior_strength * common_prior_[j] + sums[j]) /
                  (options_.prior_strength + counted);
  }
}

std::size_t SiteModel::bytes_of_memory() const {
  return sizeof(*this) - sizeof(clock_) + clock_.bytes_of_memory() +
         pages_.capacity() * sizeof(Page) + free_.capacity() * sizeof(PageSlot);
}

}  // namespace freshet
