// What dates and checks tell of how often a page changes, as the policy wants to hear it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "predict/rate.h"
#include "schedule/live_policy.h"

namespace freshet {

// What a check says of how often its page changes.
struct CheckFacts {
  Time at{};
  std::optional<Time> changed_at = {};
  std::uint64_t bytes = 0;
  CheckOutcome outcome = CheckOutcome::same;
  bool is_not_modified = false;
  HeardHints hints = {};
};

CheckFacts facts_of(const PageCheck& check);

// As the policy wants to hear it; what was heard before it heard itself.
PolicyCheck live_check(PageNumber page, const CheckFacts& facts);

// What is believed of a page that was `age` old, by its last change, when it was first seen.
RateWeights with_age(const RateWeights& prior, Duration age);

}  // namespace freshet
