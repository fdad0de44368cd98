// The monitor: it has watched pages checked when it is time, compares what the checks found, and
// has people told.
//
//   archive: snapshots, checks, events ──> Monitor ──tell──> registry ──> Dispatcher ──> senders
//        ^            (committed)          │   ^
//        └── run of the server <── orders ─┘   └── hints: "this page was checked"
//
// One thread owns the registry that writes, and a reader's session of the archive. It reads what is
// committed; hints only say where to look. After a crash it finds the checks that a watch has not
// seen by the time of its last one, and events by the position in the feed, which moves with the
// messages in one transaction. So every change is told at least once. Design:
// docs/design/monitor.md.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/archive_session.h"
#include "base/disk.h"
#include "base/error.h"
#include "monitor/monitor_work.h"
#include "monitor/sender_threads.h"
#include "registry/registry.h"

namespace freshet {

struct MonitorOptions {
  std::string directory = {};   // of the archive; the registry is in it
  std::string public_url = {};  // of links in messages; empty: no links
  std::string replay_url = {};  // of links to versions; empty: none
  NormalFormOptions normal_form = {};
  SenderThreads::Send send = {};
  OwnFetcherOptions fetcher = {};  // for watches that have a request of their own
  // Opens a session for reading.
  std::function<Result<ArchiveSession>()> open_reader = {};
  // Has pages checked or fetched. Called on the thread of the monitor.
  std::function<void(std::vector<WatchOrder>)> order = {};
};

class Monitor {
 public:
  static constexpr Duration kTurn = std::chrono::milliseconds(250);
  static constexpr std::size_t kHintsMax = 10'000;  // more are replaced by a look at all watches
  static constexpr std::size_t kWorkMax = 1000;     // what post() takes at a time

  // Opens the registry, made if it is not there. Disk and clock outlive the monitor.
  static Result<std::unique_ptr<Monitor>> open(Disk& disk, Clock& clock, MonitorOptions options);
  ~Monitor();
  Monitor(const Monitor&) = delete;
  Monitor& operator=(const Monitor&) = delete;

  // All that follows is thread-safe and never waits for the thread of the monitor.

  // A check of the page, or its first sight, is being committed.
  void page_seen(const std::string& url, Time time);
  // A visit of the host has ended, and its results are committed.
  void visit_ended(VisitNews news);
  // The archive was opened anew.
  void reopen();
  // Runs work on the registry of the monitor. Returns false, and drops it, if too much waits.
  bool post(std::function<void(Registry&)> work);

 private:
  Monitor(Clock& clock, MonitorOptions options, std::unique_ptr<Registry> registry,
          std::unique_ptr<MonitorWork> work);

  struct Inbox {
    std::vector<SeenHint> hints = {};
    std::vector<VisitNews> visits = {};
    std::vector<std::pair<Outgoing, SendAnswer>> answers = {};
    std::vector<OwnAnswer> fetched = {};
    std::vector<std::function<void(Registry&)>> work = {};
    bool must_scan = false;
    bool must_reopen = false;
  };

  Status open_fetcher();
  void run();
  std::optional<Inbox> wait();  // none: it is over
  void turn(Inbox inbox);
  void open_session(Time now);
  Status look(Time now);
  Status send_due(Time now);

  Clock& clock_;
  const MonitorOptions options_;
  std::unique_ptr<Registry> registry_;  // used by the thread, as below
  std::unique_ptr<MonitorWork> work_;
  std::optional<ArchiveSession> session_;
  std::optional<Time> pause_until_;  // after a failure

  std::mutex mutex_;  // guards what follows
  std::condition_variable came_;
  Inbox inbox_;
  std::shared_ptr<const WatchBook::UrlSet> urls_ = std::make_shared<WatchBook::UrlSet>();
  bool is_over_ = false;

  std::unique_ptr<SenderThreads> senders_;
  std::unique_ptr<OwnFetcher> fetcher_;
  std::thread thread_;
};

}  // namespace freshet
