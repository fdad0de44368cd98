// What dates and checks tell of how often a page changes, as the policy wants to hear it.
#pragma once

#include <optional>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "crawl/sighting.h"
#include "predict/rate.h"
#include "schedule/live_policy.h"

namespace freshet {

LiveOutcome live_outcome(CheckOutcome outcome, bool is_not_modified);

// When the page last changed, by what its server says; nothing if that is no date to learn from:
// many servers say "now" of whatever they make.
std::optional<Time> told_change(Time modified, Time seen);
std::optional<Time> told_change(const Sighting& sighting);

// What is believed of a page that was `age` old, by its last change, when it was first seen.
RateWeights with_age(const RateWeights& prior, Duration age);

}  // namespace freshet
