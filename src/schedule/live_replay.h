// The policy of a crawler that runs, played on a change history: shows that it is as good there as
// the policy that was chosen by such replays.
#pragma once

#include <memory>
#include <vector>

#include "schedule/live_policy.h"
#include "schedule/policy.h"

namespace freshet {

// The budget of checks is that of the replay. `weights` as for site_policy.
std::unique_ptr<Policy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                    LivePolicyOptions options, std::vector<float> weights = {});

}  // namespace freshet
