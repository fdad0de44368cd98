// A whole refresh in virtual time: a practice world is crawled, then kept fresh for some days, and
// judged by what is true of it.
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
  std::optional<RateWeights> prior = {};    // what ships, if there is none
  const FirstSight* first_sight = nullptr;  // that of the archive, if there is none
  bool is_crawled = false;                  // the archive is there, made of the same world
  std::function<void()> each_call = {};     // told of every step
  // Asked after each step: true ends the program as kill -9 would; another begins at once.
  std::function<bool()> is_killed = [] { return false; };
  std::function<void(const Planner&)> at_end = {};  // shown what was believed in the end
};

struct RefreshRunResult {
  Status status;
  std::size_t pages = 0;
  std::uint64_t checks = 0;
  std::uint64_t requests = 0;  // of the refresh, robots.txt and sitemaps included
  std::uint64_t not_modified = 0;
  // Bodies that came for pages that had not changed and have a validator that is right.
  std::uint64_t needless_bodies = 0;
  double fresh = 0;
  double uniform_fresh = 0;
  double oracle_fresh = 0;
  Time from{}, until{};
  std::vector<PageTruth> truths = {};
  RefreshCounts counts = {};  // of the last program
  int starts = 0;             // of programs

  std::string text() const;
};

// `web` is new. The archive is made at `directory`.
RefreshRunResult run_refresh(SimulatedWeb& web, Disk& disk, const std::string& directory,
                             const RefreshRunOptions& options);

}  // namespace freshet
