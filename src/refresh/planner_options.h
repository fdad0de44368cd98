// Options of the planner of a refresh.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/time.h"
#include "life/page_life.h"
#include "predict/baskets.h"
#include "schedule/live_policy.h"

namespace freshet {

// Pages that are polled at fixed intervals (refresh/basket_watch.h) instead of being left to the
// policy.
struct BasketsMode {
  std::vector<std::string> urls = {};  // in normal form; see WatchList
  BasketOptions baskets = {};          // valid (validate)
  bool adds_to_budget = false;         // the polls come on top of the daily budget of checks
};

struct PlannerOptions {
  std::string policy_name = std::string(kDefaultPolicy);  // see schedule/policy_registry.h
  LivePolicyOptions policy = {};                          // its budgets are those of any policy
  BasketsMode baskets = {};
  Duration round = std::chrono::minutes(15);       // shortest time between two choices
  Duration sitemaps_every = std::chrono::days(1);  // zero: sitemaps are not read
  GoneBackoff gone = {};
  bool only_once = false;  // chooses once, then never again
};

}  // namespace freshet
