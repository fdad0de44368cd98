// The faults of misbehaving hosts, applied to their answers.
#pragma once

#include <optional>
#include <string_view>

#include "practice/answer.h"
#include "practice/hosts.h"
#include "practice/world_plan.h"

namespace freshet {

// Returns the answer of a host with a fault of the whole host, for any request; nothing if it
// answers this one normally.
std::optional<PracticeAnswer> whole_fault(const WorldPlan& plan, const HostFacts& host,
                                          std::string_view target, Time now);

// Applies the fault of its host to the answer for a page.
void misbehave(const WorldPlan& plan, const HostFacts& host, std::string_view target,
               PracticeAnswer& answer);

}  // namespace freshet
