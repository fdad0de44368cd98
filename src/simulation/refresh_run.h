// A whole refresh in virtual time: a practice world is crawled, then kept fresh for some days, and
// scored against the truth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "crawl/plan.h"
#include "predict/first_sight.h"
#include "predict/rate.h"
#include "refresh/planner.h"
#include "simulation/crawl_run.h"
#include "simulation/refresh_score.h"

namespace freshet {

struct RefreshRunOptions {
  CrawlPlan plan = {};
  PlannerOptions planner = {};
  double budget = 0.05;  // checks per page and day
  Duration time = std::chrono::days(60);
  std::optional<RateWeights> prior = {};    // none: the shipped one
  const FirstSight* first_sight = nullptr;  // null: that of the archive
  bool is_crawled = false;                  // the archive exists, made of the same world
  const HostTrouble* trouble = nullptr;     // of the simulated web, for the score; null: none
  std::function<void()> each_call = {};     // called at every step
  // Asked after each step: true ends the program like kill -9; another starts at once.
  std::function<bool()> is_killed = [] { return false; };
  std::function<void(const Planner&)> at_end = {};  // called with the final estimates
};

struct RefreshRunResult {
  Status status;
  std::size_t pages = 0;
  std::uint64_t checks = 0;
  std::uint64_t requests = 0;  // of the refresh, including robots.txt and sitemaps
  std::uint64_t not_modified = 0;
  // Bodies received for unchanged pages that have a correct validator.
  std::uint64_t needless_bodies = 0;
  double fresh = 0;
  double uniform_fresh = 0;
  double oracle_fresh = 0;
  Time from{}, until{};
  std::vector<PageTruth> truths = {};
  RefreshCounts counts = {};  // of the last process
  int starts = 0;             // of processes

  std::string text() const;
};

// `web` is new. Creates the archive at `directory`.
RefreshRunResult run_refresh(SimulatedWeb& web, Disk& disk, const std::string& directory,
                             const RefreshRunOptions& options);

}  // namespace freshet
