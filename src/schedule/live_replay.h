// The policy of a crawler that runs, played on a change history: shows that it is as good there as
// the policy that was chosen by such replays.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/live_policy.h"
#include "schedule/policy.h"

namespace freshet {

// When the checks of a day are made. Crawlers that run do not make them all at one moment.
enum class CheckMoments : std::uint8_t {
  together,  // when the day begins
  seconds,   // from then on, some seconds apart, as one `refresh --once` a day does
  minutes,   // minutes apart
  hours,     // evenly over some hours
};

// The budget of checks is that of the replay. `weights` as for site_policy.
std::unique_ptr<Policy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                    LivePolicyOptions options, std::vector<float> weights = {},
                                    CheckMoments moments = CheckMoments::together);

}  // namespace freshet
