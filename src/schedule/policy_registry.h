// The refresh policies by name. To add one, write its file, name it in module.cmake, and add a row
// in policy_registry.cc: every command with a policy option can then run it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "schedule/day_policy.h"
#include "schedule/live_policy.h"
#include "schedule/refresh_policy.h"
#include "schedule/site_policy.h"
#include "schedule/training.h"

namespace freshet {

// The inputs of a new policy.
struct PolicyContext {
  Training training = {};
  LivePolicyOptions live = {};         // budgets and intervals of a running refresh
  SitePolicyOptions site_policy = {};  // of "default" in a replay
  double checks_per_page = 0.05;       // per day, in a replay
  double first_sight_error = 0.25;     // assumed error rate of the first class of tree-bayes
};

// A row of the registry. A policy works in days or in real time; an adapter makes the missing form
// from the other (schedule/daily_policy.h, lab/live_replay.h).
struct PolicyRow {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<DayPolicy> (*make_daily)(const PolicyContext&) = nullptr;
  std::unique_ptr<RefreshPolicy> (*make_live)(const PolicyContext&) = nullptr;
  Learned learned = Learned::nothing;  // required training
};

// The default policy comes first.
std::span<const PolicyRow> policies();
std::vector<std::string> policy_names();

// Returns the row with this name, or Errc::invalid with a sentence that lists the names.
Result<const PolicyRow*> find_policy(std::string_view name);

std::unique_ptr<RefreshPolicy> make_refresh_policy(const PolicyRow& row,
                                                   const PolicyContext& context);

}  // namespace freshet
