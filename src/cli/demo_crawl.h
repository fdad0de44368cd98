// The crawl of the demo.
#pragma once

#include <chrono>
#include <expected>
#include <string>

#include "base/time.h"
#include "cli/attended_crawl.h"
#include "cli/command.h"
#include "crawl/plan.h"
#include "practice/practice_thread.h"

namespace freshet {

inline constexpr Duration kDemoDelay = std::chrono::milliseconds(40);

// Returns the web of --seed, --hosts and --pages.
std::expected<WorldPlan, Failure> demo_world(const Session& session);

// Returns a plan that finishes within a minute: the real web takes ten times as long.
CrawlPlan demo_plan();

// Crawls the made-up web into `directory`.
std::expected<CrawlEnd, Failure> crawl_demo(const Session& session, const PracticeThread& web,
                                            const std::string& directory);

}  // namespace freshet
