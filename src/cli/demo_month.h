// The second half of the demo: the made-up web goes on changing for a month, and the archive
// follows it, in virtual time.
#pragma once

#include <expected>
#include <string>

#include "cli/command.h"
#include "crawl/plan.h"
#include "practice/world_plan.h"
#include "refresh/planner.h"

namespace freshet {

struct DemoMonth {
  RefreshCounts counts = {};
  double fresh = 0;          // the mean over the month, by what is true of the world
  double uniform_fresh = 0;  // had every page been checked equally often
  double oracle_fresh = 0;   // had the rates of all pages been known
  std::size_t pages = 0;
  std::string report;  // the path of an HTML page
};

std::expected<DemoMonth, Failure> live_a_month(const Session& session, const WorldPlan& world,
                                               const CrawlPlan& plan, const std::string& directory);

}  // namespace freshet
