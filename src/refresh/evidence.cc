#include "refresh/evidence.h"

#include <cmath>

#include "schedule/days.h"

namespace freshet {
namespace {

constexpr std::uint16_t kNotModified = 304;

PolicyOutcome live_outcome(const CheckFacts& facts) {
  switch (facts.outcome) {
    case CheckOutcome::same:
      return facts.is_not_modified ? PolicyOutcome::not_modified : PolicyOutcome::unchanged;
    case CheckOutcome::changed:
      return PolicyOutcome::changed;
    default:
      return PolicyOutcome::failed;
  }
}

}  // namespace

CheckFacts facts_of(const PageCheck& check) {
  return {.at = check.time,
          .changed_at = check.changed_at,
          .bytes = check.bytes,
          .outcome = check.outcome,
          .is_not_modified = check.status == kNotModified,
          .hints = HeardHints::unpacked(check.hints)};
}

PolicyCheck live_check(PageNumber page, const CheckFacts& facts) {
  return {
      .page = page, .at = facts.at, .outcome = live_outcome(facts), .changed_at = facts.changed_at};
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
