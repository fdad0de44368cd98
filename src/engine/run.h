// A run: one job on one archive, from opening it to closing it. Design: docs/design/engine.md.
//
//   events of the platform      workers (one loop a core)        sink
//   HostQueue ── visits ──────> VisitLoop ── answers ──────────> ArchiveWriter
//       ^ <── ends, names ──────────┘                                │
//       └ <── acknowledged, links changed ───────────────────────────┘
//
// On the real platform each column is a thread or several; in the simulation all of them share one
// thread and a virtual clock.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/crawl_memory.h"
#include "crawl/disk_watch.h"
#include "crawl/host_queue.h"
#include "crawl/meter.h"
#include "crawl/parking_watch.h"
#include "crawl/plan.h"
#include "crawl/shared_limits.h"
#include "crawl/traffic.h"
#include "crawl/visit_report.h"
#include "engine/crawl_opening.h"
#include "engine/job.h"
#include "engine/platform.h"
#include "engine/run_view.h"
#include "store/archive_writer.h"

namespace freshet {

struct RunOptions {
  std::string directory = {};  // of the archive, made if it is not there and may be
  CrawlPlan plan = {};
  CrawlLimits limits = {};
  ArchiveOptions archive = {};
  // Records observations of pages; none: they are not recorded. Outlives the run.
  ObservationRecorder* recorder = nullptr;
  // The interval at which the disk is watched and progress is reported; 0: never.
  Duration look_every = std::chrono::seconds(1);
};

// Called on the thread of the platform's events. Any may be missing.
struct RunWatcher {
  std::function<void(const RunView&)> progress = {};
  std::function<void(const Host&, const VisitReport&)> visit_ended = {};
  std::function<void(const std::string&)> warning = {};  // a sentence
};

class Run {
 public:
  // Platform and job outlive it. Errc::invalid if there is nothing to do or the scope makes no
  // sense.
  static Result<std::unique_ptr<Run>> open(Platform& platform, Job& job, RunOptions options,
                                           RunWatcher watcher);
  ~Run();  // Without finish(), uncommitted data is lost, as after kill -9.
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void start();

  // Hosts go back with their pending URLs; is_done() within kStopPatience.
  void stop(RunCause why);

  // Takes over the settings that may change while it runs: pace, limits of a host, of traps and of
  // fetching, options of hosts, visits at once, bandwidth, disk reserve, memory. Visits that are
  // under way keep their pace and limits.
  void change_plan(const CrawlPlan& plan);

  // Has URLs fetched beside the work of the job; their hosts join the scope, or they alone. Returns
  // a sentence for each that is left out. Calls `acknowledged` when visits that begin from then on
  // know of them. On the thread of the platform's events.
  enum class Joining : std::uint8_t { host, page };
  std::vector<std::string> add_seeds(const std::vector<Url>& seeds, Joining joining,
                                     std::function<void()> acknowledged);

  // Asks the job now which hosts to visit: it has something to do that it had not when it was
  // asked.
  void choose_now() { queue_->choose_now(); }

  bool is_done() const;

  // Called once is_done(): ends the threads and closes the archive.
  Status finish();

  RunView view() const;
  const RunOutcome& outcome() const { return crawl_.record.outcome; }
  bool goes_on() const { return crawl_.goes_on; }  // where an earlier run was
  const CrawlRecord& record() const { return crawl_.record; }
  const QueueTotals& totals() const { return queue_->totals(); }
  std::size_t links_peak() const { return memory_.links.peak(); }  // bytes of waiting links
  const Status& status() const { return status_ ? queue_->status() : status_; }

 private:
  static constexpr Duration kStopPatience = std::chrono::seconds(3);
  static constexpr int kCountShare = 50;  // counting hosts takes at most 1/50 of the time

  Run(Platform& platform, Job& job, RunOptions options, RunWatcher watcher);
  Status open_parts();
  Status open_queue();
  Status open_parking();
  void fit_connections();
  void look();
  void count_hosts();
  void say(const std::string& sentence) const;

  Platform& platform_;
  Job& job_;
  const RunOptions options_;
  const RunWatcher watcher_;
  CrawlPlan plan_;  // of the queue
  OpenedCrawl crawl_;
  std::unique_ptr<ArchiveWriter> writer_;
  std::unique_ptr<Catalog> catalog_;
  Traffic traffic_;
  CrawlMemory memory_;
  SharedLimits shared_;
  DiskWatch disk_watch_;
  std::unique_ptr<RunSink> sink_;
  std::unique_ptr<Meter> meter_;
  std::unique_ptr<Workers> workers_;
  ParkingWatch parking_;
  std::unique_ptr<HostQueue> queue_;
  std::vector<LoopView> loop_views_;
  Speedometer speed_;
  Tick began_{};
  HostCounts counts_;
  Tick count_at_{};
  std::uint64_t failures_ = 0;  // the most that were seen: a visit is briefly in neither sum
  Status status_;
  bool is_stopping_ = false;
  bool is_given_up_ = false;  // stopping took too long
};

}  // namespace freshet
