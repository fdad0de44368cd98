#include "predict/site_clock.h"

#include <algorithm>
#include <cmath>

namespace freshet {
namespace {

// A day never counts as quite nothing: a clock that stands still could not be learned from.
constexpr float kBurstMin = 1e-3F;
constexpr float kSpanMin = 1e-6F;
constexpr float kSmall = 1e-3F;

// Changes per unit of the clock that are to be expected of a page of `rate` of which it is known
// that there was one at least within `span`.
float changes_per_unit(float rate, float span) {
  const float x = rate * span;
  if (x < kSmall) return 1 / std::max(span, kSpanMin);
  return rate / -std::expm1(-x);
}

}  // namespace

float SiteClock::span(std::int32_t from, std::int32_t to) const {
  if (to <= from) return 0;
  const auto last = static_cast<std::int32_t>(moved_.size()) - 1;
  const auto at = [&](std::int32_t day) {
    if (day <= 0) return static_cast<float>(day);
    return day <= last ? moved_[static_cast<std::size_t>(day)]
                       : moved_.back() + static_cast<float>(day - last);
  };
  return at(to) - at(from);
}

void SiteClock::observe(const SiteCheck& check) {
  if (check.day <= check.after_day || check.after_day < 0) return;
  if (!checks_.empty() && check.day < checks_.back().day) return;
  checks_.push_back(check);
}

void SiteClock::forget_before(std::int32_t day) {
  const auto kept = std::ranges::find_if(checks_, [&](const SiteCheck& c) { return c.day > day; });
  checks_.erase(checks_.begin(), kept);
}

void SiteClock::collect(std::int32_t from, std::int32_t today) {
  const auto days = static_cast<std::size_t>(today - from) + 2;
  exposure_.assign(days, 0);
  changes_.assign(days, 0);
  for (const SiteCheck& check : checks_) {
    if (check.day > today) continue;
    const auto begin = static_cast<std::size_t>(std::max(check.after_day, from) - from);
    const auto end = static_cast<std::size_t>(check.day - from);
    exposure_[begin] += check.rate;
    exposure_[end] -= check.rate;
    if (!check.has_changed) continue;
    const float changes = changes_per_unit(check.rate, span(check.after_day, check.day));
    changes_[begin] += changes;
    changes_[end] -= changes;
  }
}

void SiteClock::settle(std::int32_t today) {
  if (today < static_cast<std::int32_t>(moved_.size()) - 1 || today < 1) return;
  while (static_cast<std::int32_t>(moved_.size()) <= today) {
    moved_.push_back(moved_.back() + 1);
    burst_.push_back(1);
  }
  const std::int32_t from = std::max(0, today - options_.window_days);
  forget_before(from);
  const auto shape = static_cast<float>(options_.shape);
  const auto own = static_cast<float>(options_.own);
  for (int round = 0; round < options_.rounds; ++round) {
    collect(from, today);
    float exposure = 0;
    float changes = 0;
    for (std::int32_t day = from + 1; day <= today; ++day) {
      const auto i = static_cast<std::size_t>(day - from - 1);
      exposure = std::max(exposure + exposure_[i], 0.0F);
      changes = std::max(changes + changes_[i], 0.0F);
      float& burst = burst_[static_cast<std::size_t>(day)];
      burst = std::max((shape + (1 - own) * burst * changes) / (shape + (1 - own) * exposure),
                       kBurstMin);
      moved_[static_cast<std::size_t>(day)] =
          moved_[static_cast<std::size_t>(day - 1)] + own + (1 - own) * burst;
    }
  }
}

}  // namespace freshet
