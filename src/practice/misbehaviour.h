// What misbehaving hosts do to their answers.
#pragma once

#include <optional>
#include <string_view>

#include "practice/answer.h"
#include "practice/hosts.h"
#include "practice/world_plan.h"

namespace freshet {

// What a host that misbehaves as a whole says to this request, whatever it is for; nothing where it
// answers as others do.
std::optional<PracticeAnswer> whole_fault(const WorldPlan& plan, const HostFacts& host,
                                          std::string_view target, Time now);

// Makes of the answer for a page what its host makes of it.
void misbehave(const WorldPlan& plan, const HostFacts& host, std::string_view target,
               PracticeAnswer& answer);

}  // namespace freshet
