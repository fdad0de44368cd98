// A crawl on real threads: the host queue on the caller's event loop, visits on loops of their own,
// the archive's writer behind a sink with a thread.
//
//   caller's EventLoop          CrawlLoop (one a core)           SinkThread
//   HostQueue ── visits ──────> VisitLoop ── what is kept ─────> ArchiveWriter
//       ^ <── ends, names ──────────┘                                │
//       └ <── acknowledged, links changed ───────────────────────────┘
//
// The same parts run on one thread in virtual time in simulation/crawl_run.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/courtesy.h"
#include "crawl/crawl_loop.h"
#include "crawl/crawl_memory.h"
#include "crawl/crawl_record.h"
#include "crawl/disk_watch.h"
#include "crawl/host_queue.h"
#include "crawl/meter.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "crawl/sink_thread.h"
#include "crawl/traffic.h"
#include "crawl/visit_report.h"
#include "store/archive_writer.h"
#include "url/url.h"
#include "web/event_loop.h"

namespace freshet {

// What a crawl that goes on is told anew of its scope; the rest it knows from its record.
struct ScopeChange {
  std::optional<ScopeKind> kind = {};
  std::optional<std::vector<std::string>> hosts = {};  // keys, beside those of the seeds
  std::optional<std::vector<std::string>> surts = {};
  std::optional<std::vector<std::string>> include = {};
  std::optional<std::vector<std::string>> exclude = {};
};

struct CrawlOptions {
  std::string directory = {};  // of the archive, made if it is not there
  CrawlPlan plan = {};
  ScopeChange scope = {};
  std::vector<Url> seeds = {};  // they are in the scope, beside what was told before
  bool begins_again = false;    // a new crawl over the same archive: every host is visited again
  std::size_t loops = 2;
  CrawlLimits limits = {};
  ArchiveOptions archive = {};
  CurlWebOptions web = {};
  AresResolverOptions resolver = {};
  // Both outlive the crawl. Without beliefs, what is seen of pages is not remembered; with a
  // refresher, known pages are checked as it chooses, and the crawl goes on until it is stopped.
  Beliefs* beliefs = nullptr;
  Refresher* refresher = nullptr;
};

// What a crawl is doing, for people.
struct CrawlView {
  Duration elapsed{};
  std::size_t visits = 0;  // hosts that are out
  std::uint64_t pages = 0;
  std::uint64_t answers = 0;  // pages, requisites, robots.txt, sitemaps
  std::uint64_t bytes = 0;    // of their bodies
  std::uint64_t failures = 0;
  double pages_per_second = 0;  // of the last seconds
  double bytes_per_second = 0;
  std::uint64_t urls_waiting = 0;  // of the hosts in visit
  Duration quiet_for{};            // since the last answer
  HostCounts hosts = {};
  QueueTotals ended = {};                  // of the visits that have ended
  std::optional<Duration> time_left = {};  // under the limits, at this rate
  std::optional<Duration> next_due = {};   // until a host that was put back is visited again
  bool is_halted = false;                  // for lack of room
};

// Called on the thread of the event loop. Any may be missing.
struct CrawlWatcher {
  std::function<void(const CrawlView&)> progress = {};  // every second
  std::function<void(const Host&, const VisitReport&)> visit_ended = {};
  std::function<void(const std::string&)> warning = {};  // a sentence
};

class Crawl {
 public:
  // `disk`, `clock` and `events` outlive it. Errc::invalid if there is nothing to crawl or the
  // scope makes no sense.
  static Result<std::unique_ptr<Crawl>> open(Disk& disk, Clock& clock, EventLoop& events,
                                             CrawlOptions options, CrawlWatcher watcher);
  ~Crawl();
  Crawl(const Crawl&) = delete;
  Crawl& operator=(const Crawl&) = delete;

  void start();

  // Hosts go back with what is left of them; is_done() within kStopPatience.
  void stop(std::string why);

  // Takes over what can be changed while it runs: pace, limits of a host, of traps and of fetching,
  // what differs for hosts, visits at once, bandwidth, disk reserve, memory. Visits that are under
  // way keep their pace and limits.
  void change_plan(const CrawlPlan& plan);

  bool is_done() const;

  // To be called once is_done(): ends the threads and closes the archive.
  Status finish();

  CrawlView view() const;
  // Why it ended: "nothing is left to do".
  const std::string& outcome() const { return record_.outcome; }
  // Whether it goes on where an earlier run was.
  bool goes_on() const { return goes_on_; }
  const CrawlRecord& record() const { return record_; }

 private:
  static constexpr Duration kStopPatience = std::chrono::seconds(3);
  static constexpr Duration kViewEvery = std::chrono::seconds(1);
  static constexpr std::size_t kRateSeconds = 10;  // that a rate is told of
  static constexpr int kCountShare = 50;           // counting hosts takes at most 1/50 of the time
  static constexpr std::size_t kNewsAtOnce = 10'000;

  Crawl(Disk& disk, Clock& clock, EventLoop& events, CrawlOptions options, CrawlWatcher watcher);
  Status open_parts();
  Status open_record();
  Status take_known_hosts();
  Status change_scope();
  Status add_seeds();
  Status open_loops();
  Status save_record();
  void look();
  void count_hosts();
  void fit_to_open_files();
  void say(const std::string& sentence) const;

  Disk& disk_;
  Clock& clock_;
  EventLoop& events_;
  const CrawlOptions options_;
  const CrawlWatcher watcher_;
  const Post post_;
  CrawlPlan plan_;  // of the queue
  CrawlRow row_;
  CrawlRecord record_;
  bool goes_on_ = false;
  std::unique_ptr<ArchiveWriter> writer_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<Scope> scope_;
  Traffic traffic_;
  CrawlMemory memory_;
  Courtesy courtesy_;
  DiskWatch disk_watch_;
  std::unique_ptr<SinkThread> sink_;
  std::unique_ptr<Meter> meter_;
  std::vector<std::unique_ptr<CrawlLoop>> loops_;
  std::vector<LoopView> loop_views_;
  std::unique_ptr<HostQueue> queue_;

  struct Sample {
    Tick tick{};
    std::uint64_t pages = 0;
    std::uint64_t bytes = 0;
  };
  Tick began_{};
  std::deque<Sample> samples_;
  std::uint64_t answers_seen_ = 0;
  Tick answered_{};  // when the last answer was seen
  HostCounts counts_;
  Tick count_at_{};
  std::uint64_t failures_ = 0;  // the most that were seen: a visit is for a moment in neither sum
  Status status_;
  bool is_stopping_ = false;
  bool is_given_up_ = false;  // stopping took too long
};

}  // namespace freshet
