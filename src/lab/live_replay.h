// An adapter that runs a RefreshPolicy as a DayPolicy in a replay of change histories.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "schedule/day_policy.h"
#include "schedule/live_policy.h"
#include "schedule/policy_registry.h"

namespace freshet {

// When the checks of a day are made. Crawlers that run do not make them all at one moment.
enum class CheckMoments : std::uint8_t {
  together,  // when the day begins
  seconds,   // from then on, some seconds apart, as one `refresh --once` a day does
  minutes,   // minutes apart
  hours,     // evenly over some hours
};

// Plays a running policy on a history. The budget of checks is that of the replay; other options of
// the policy are those of replay_options().
std::unique_ptr<DayPolicy> replay_live(std::unique_ptr<RefreshPolicy> policy, CheckMoments moments);
LivePolicyOptions replay_options(LivePolicyOptions options);

// The same of the live policy. `weights` as for site_policy.
std::unique_ptr<DayPolicy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                       const LivePolicyOptions& options,
                                       const std::vector<float>& weights = {},
                                       CheckMoments moments = CheckMoments::together);

// Makes a policy of the registry for a replay, without pages.
std::unique_ptr<DayPolicy> make_day_policy(const PolicyRow& row, const PolicyContext& context);

}  // namespace freshet
