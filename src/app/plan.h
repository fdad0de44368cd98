// The next checks of a refresh, with their reasons.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "base/time.h"
#include "refresh/planner.h"

namespace freshet {

struct PlanRequest {
  Duration within = std::chrono::hours(24);  // how far to look ahead
  std::size_t checks_max = 30;
};

struct CheckPlan {
  std::vector<PlannedPage> checks = {};  // the earliest first
  RefreshView view = {};                 // of all pages
};

Result<CheckPlan> plan_checks(ArchiveSession& session, const PlanRequest& request);

std::string to_json(const PlannedPage& check);

}  // namespace freshet
