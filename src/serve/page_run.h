// The run in which a server spends its life: it refreshes the archive, and carries out the jobs
// that crawl or check pages. Captures have a run of their own (capture_work.h).
//
// All of it belongs to the thread of the event loop; only what record() notes comes from the thread
// that commits.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "engine/real_platform.h"
#include "engine/run.h"
#include "monitor/monitor_work.h"
#include "serve/job_board.h"
#include "serve/job_progress.h"
#include "serve/live_state.h"
#include "serve/service_visits.h"

namespace freshet {

// Tells the monitor of a run; both may be missing.
struct PageRunListener {
  // A page was seen; it is being committed. On the thread that commits.
  std::function<void(const std::string& url, Time time)> seen = {};
  std::function<void(VisitNews)> visit_ended = {};  // its results are committed
};

class PageRun {
 public:
  // The session plans the checks. Platform, jobs and live state outlive the run.
  static Result<std::unique_ptr<PageRun>> open(Platform& platform, ArchiveSession session,
                                               RunOptions options, ScopeChange scope,
                                               JobBoard& jobs, LiveState& live,
                                               PageRunListener listener);
  ~PageRun();
  PageRun(const PageRun&) = delete;
  PageRun& operator=(const PageRun&) = delete;

  void start() { run_->start(); }
  // Begins a crawl or a refresh that the board gave out.
  void begin(const JobView& job);
  // Has pages of watches checked, those that the archive does not know fetched.
  void check(const std::vector<WatchOrder>& orders);
  // Tells the board how far jobs are, ends those that are done or cancelled.
  void look();
  void change_plan(const CrawlPlan& plan);
  void stop() { run_->stop(RunCause::told_to_stop); }
  bool is_done() const { return run_->is_done(); }
  // Closes the archive. Jobs that are not done wait again.
  Status finish();

 private:
  struct Checked {
    std::string url;
    bool has_answered = false;
  };
  // Passes observations on to the planner, and notes the pages that were checked.
  class Recorder;

  PageRun(Platform& platform, ArchiveSession session, CrawlPlan plan, JobBoard& jobs,
          PageRunListener listener);
  void begin_crawl(const JobOrder& order, const std::shared_ptr<JobProgress>& work);
  void begin_refresh(const JobOrder& order, JobProgress& work);
  void end_hosts_without_visit(JobProgress& work, Time now);
  void limit_hosts(const JobProgress& work, const HostOptions& limits);
  void visit_ended(const Host& host, const VisitEnd& end);
  void warn(const std::string& sentence);

  Platform& platform_;
  JobBoard& jobs_;
  const PageRunListener listener_;
  // The planner refers to the model of its session, and readers may keep both for a while.
  struct Planning {
    ArchiveSession session;
    std::unique_ptr<Planner> planner;
  };
  std::shared_ptr<Planning> planning_;
  CrawlPlan plan_;                                  // as set
  std::map<std::string, HostOptions> host_limits_;  // of jobs, by key
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<ServiceVisits> visits_;
  std::unique_ptr<ServiceJob> job_;
  std::unique_ptr<Run> run_;
  std::vector<std::shared_ptr<JobProgress>> works_;
};

}  // namespace freshet
