#include "refresh/evidence.h"

#include <algorithm>
#include <cmath>

#include "schedule/days.h"

namespace freshet {

LiveOutcome live_outcome(CheckOutcome outcome, bool is_not_modified) {
  switch (outcome) {
    case CheckOutcome::same:
      return is_not_modified ? LiveOutcome::not_modified : LiveOutcome::unchanged;
    case CheckOutcome::changed:
      return LiveOutcome::changed;
    default:
      return LiveOutcome::failed;
  }
}

std::optional<Time> told_change(Time modified, Time seen) {
  constexpr Duration kJustNow = std::chrono::minutes(5);
  constexpr Duration kLongAgo = std::chrono::days(365);
  if (modified > seen - kJustNow) return std::nullopt;
  return std::max(modified, seen - kLongAgo);
}

std::optional<Time> told_change(const Sighting& sighting) {
  if (!sighting.last_modified) return std::nullopt;
  return told_change(*sighting.last_modified, sighting.time);
}

// A rate r makes an age of d days r e^(-r d) likely. Dates can lie, so some of the belief stays as
// it was.
RateWeights with_age(const RateWeights& prior, Duration age) {
  const double age_days = days_of(age);
  constexpr float kDoubt = 0.1F;
  RateWeights believed{};
  float sum = 0;
  for (std::size_t i = 0; i < kRateSteps; ++i) {
    const double rate = rate_grid()[i];
    believed[i] = prior[i] * static_cast<float>(rate * std::exp(-rate * age_days));
    sum += believed[i];
  }
  if (!(sum > 0)) return prior;
  for (std::size_t i = 0; i < kRateSteps; ++i)
    believed[i] = kDoubt * prior[i] + (1 - kDoubt) * believed[i] / sum;
  return believed;
}

}  // namespace freshet
