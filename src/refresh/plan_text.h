// The plan of a refresh as a list, and the reasons for its checks as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "schedule/live_policy.h"

namespace freshet {

class RecheckQueue;
class ScheduledPages;

struct PlannedPage {
  std::string url;
  Time at{};
  CheckReason reason = CheckReason::worth;
  PageOutlook outlook = {};
  std::string baskets = {};  // of a page in baskets mode: where it is in it
  std::int64_t misses = 0;   // of a missing page, which has no outlook
};

// Returns the evidence for the rate of a page and the reason for its next check.
std::string reason_text(const PageOutlook& outlook);

// Returns the next `count_max` checks and re-checks, the earliest first.
std::vector<PlannedPage> list_plan(const ScheduledPages& pages, const RecheckQueue& rechecks,
                                   Time now, std::size_t count_max);

}  // namespace freshet
