// A crawl that somebody attends: signals stop it, progress is told, and at the end it is summed up.
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "cli/command.h"
#include "crawl/crawl.h"
#include "crawl/crawl_summary.h"

namespace freshet {

struct AttendedCrawl {
  CrawlOptions options = {};
  std::string_view doing = "crawling";
  bool is_json = false;  // events on stdout instead of a line of progress
  // The plan to go on with after SIGHUP; missing: there is nothing to read again.
  std::function<std::expected<CrawlPlan, Failure>()> read_again = {};
};

// What is left to tell when it has ended.
struct CrawlEnd {
  CrawlView view = {};
  CrawlSummary summary = {};
  std::string outcome = {};  // "nothing is left to do"
  bool was_stopped = false;  // by a signal
};

// Runs it to its end.
std::expected<CrawlEnd, Failure> attend(const Session& session, AttendedCrawl crawl);

}  // namespace freshet
