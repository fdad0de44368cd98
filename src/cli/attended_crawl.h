// A crawl run by a command: signals stop it, progress is shown, and its end is summarised.
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "cli/command.h"
#include "crawl/crawl_summary.h"
#include "engine/job.h"
#include "engine/real_platform.h"
#include "engine/run.h"

namespace freshet {

struct AttendedCrawl {
  Job& job;  // outlives the run
  RunOptions run = {};
  RealPlatformOptions platform = {};
  std::string_view doing = "crawling";
  bool is_json = false;  // events on stdout instead of a line of progress
  // The plan to go on with after SIGHUP; missing: there is nothing to read again.
  std::function<std::expected<CrawlPlan, Failure>()> read_again = {};
  // The line of progress in other words than those of a crawl; missing: those.
  std::function<std::string()> progress = {};
  // Asked after each event: true ends the run, which is done. Missing: it ends by itself.
  std::function<bool()> is_over = {};
};

// The state at the end of the crawl.
struct CrawlEnd {
  RunView view = {};
  CrawlSummary summary = {};
  std::string outcome = {};  // "nothing is left to do"
  bool was_stopped = false;  // by a signal
};

// Runs it to its end.
std::expected<CrawlEnd, Failure> attend(const Session& session, AttendedCrawl crawl);

}  // namespace freshet
