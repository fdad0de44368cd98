// The work of a server: it keeps the archive fresh and carries out jobs, one run after the other,
// on the thread of the event loop. It is the only writer of the archive.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/archive_session.h"
#include "base/error.h"
#include "engine/real_platform.h"
#include "engine/run.h"
#include "serve/job_board.h"
#include "serve/live_state.h"
#include "serve/page_run.h"
#include "web/event_loop.h"

namespace freshet {

struct ServiceOptions {
  RunOptions run = {};
  RealPlatformOptions platform = {};
  ScopeChange scope = {};  // from the settings
  // Opens a session that may plan, for each run.
  std::function<Result<ArchiveSession>()> open_session = {};
  // Called when readers have to open the archive anew.
  std::function<void()> reopened = {};
  // Called many times a second while the service works.
  std::function<void()> is_alive = {};
  PageRunListener listener = {};
};

class Service {
 public:
  // Everything outlives it.
  Service(EventLoop& events, Disk& disk, Clock& clock, ServiceOptions options, JobBoard& jobs,
          LiveState& live);

  // Works until stop(). A run that fails is tried again after a while; the reason is in the live
  // state.
  void run();

  // On the thread of the event loop. run() returns within the stop patience of a run.
  void stop();
  void change_plan(const CrawlPlan& plan);
  // Has pages of watches checked; dropped while there is no run of pages.
  void check(const std::vector<WatchOrder>& requests) {
    if (pages_) pages_->check(requests);
  }

 private:
  static constexpr Duration kLookEvery = std::chrono::milliseconds(200);
  static constexpr Duration kRetry = std::chrono::seconds(10);

  Status make_archive();
  Status run_pages();
  Status run_capture(const JobView& job);
  void look();
  void pause(Duration duration);

  EventLoop& events_;
  Disk& disk_;
  Clock& clock_;
  ServiceOptions options_;
  JobBoard& jobs_;
  LiveState& live_;
  RealPlatform platform_;
  std::unique_ptr<PageRun> pages_;
  std::optional<JobView> capture_;  // waits for the run of pages to end
  bool is_stopping_ = false;
};

}  // namespace freshet
