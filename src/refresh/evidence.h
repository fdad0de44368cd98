// Turns dates and checks into evidence about the rate of a page, in the form that policies take.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "predict/rate.h"
#include "schedule/live_policy.h"

namespace freshet {

// The part of a check that is evidence about the rate of its page.
struct CheckFacts {
  Time at{};
  std::optional<Time> changed_at = {};
  std::uint64_t bytes = 0;
  CheckOutcome outcome = CheckOutcome::same;
  bool is_not_modified = false;
  HeardHints hints = {};
};

CheckFacts facts_of(const PageCheck& check);

// Returns the check as policies take it, without hints: the policy knows those itself.
PolicyCheck live_check(PageNumber page, const CheckFacts& facts);

// Returns the prior of a page whose last change was `age` ago when it was first seen.
RateWeights with_age(const RateWeights& prior, Duration age);

}  // namespace freshet
