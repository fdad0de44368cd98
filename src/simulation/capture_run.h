// A whole capture in virtual time: a practice site is captured while it changes, and the verdicts
// are compared with the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "capture/capture_visits.h"
#include "crawl/plan.h"
#include "simulation/crawl_run.h"

namespace freshet {

struct CaptureRunOptions {
  CrawlPlan plan = {};
  CaptureOrder order = {};       // without seeds: the first URL of the world
  std::string name = "capture";  // one of this name that has not ended is resumed
  // Asked after each call: true ends the program like kill -9.
  std::function<bool()> is_killed = [] { return false; };
  // Called for every answer when it is acknowledged.
  std::function<void(const std::string& url, Time time)> on_acknowledged = {};
  // Called after each call with the state so far.
  std::function<void(const CaptureVisits&)> each_call = {};
};

struct CaptureRunResult {
  Status status;
  bool was_killed = false;
  CaptureRow row = {};
  std::map<CaptureGap, std::int64_t> gaps = {};
  std::optional<CaptureOutlook> outlook = {};
  std::string said = {};  // sentences, one a line
};

// Runs a capture until it ends or is killed. The archive is made if there is none.
CaptureRunResult run_capture(SimulatedWeb& web, Disk& disk, const std::string& directory,
                             const CaptureRunOptions& options);

// Makes an archive of the site and checks each page `checks` times, `every` apart, so that the
// rates are learned as in a refresh.
Status learn_site(SimulatedWeb& web, Disk& disk, const std::string& directory,
                  const CrawlPlan& plan, int checks, Duration every);

}  // namespace freshet
