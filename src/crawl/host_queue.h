// The queue of hosts: claims those with the highest priority from the catalog, resolves their
// names, leases their addresses and hands whole visits to the loops. It runs on one thread, the
// only one that changes the frontier.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/memory_pool.h"
#include "catalog/frontier.h"
#include "crawl/domain_book.h"
#include "crawl/parking_watch.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "crawl/sink.h"
#include "crawl/visit_loop.h"
#include "crawl/visit_source.h"
#include "web/events.h"

namespace freshet {

// A loop as the queue sees it: its functions run on the loop's thread.
struct LoopHandle {
  VisitLoop* loop = nullptr;
  Post post;
};

struct QueueTools {
  Events& events;
  Clock& clock;
  Frontier& frontier;
  Sink& sink;
  const CrawlPlan& plan;
  Scope& scope;
  DomainBook& domains;
  VisitSource& source;  // the job of the run
  // Called when the scope has grown, before the host that caused it is released.
  std::function<Status()> save_scope;
  std::int64_t crawl_id = 0;
  // Called when a visit has ended and is acknowledged, or could not begin.
  std::function<void(const Host&, const VisitReport&)> visit_ended = {};
  // Receives a sentence for people.
  std::function<void(const std::string&)> warning = {};
  MemoryPool* links = nullptr;  // for waiting links of all visits; null: no limit
  // The name of the worker in the catalog. The lock of the archive sees to it that it is used once.
  std::string worker = "writer of the archive";
  ParkingWatch* parking = nullptr;  // judges name servers; null: they are not judged
};

// Sums over the visits that have ended.
struct QueueTotals {
  std::uint64_t visits = 0;
  std::uint64_t complete = 0;
  std::uint64_t partial = 0;
  std::uint64_t failed = 0;
  std::uint64_t pages = 0;
  std::uint64_t requests = 0;
  std::uint64_t recalled = 0;
  std::uint64_t bytes = 0;
  std::uint64_t failures = 0;
  std::uint64_t left_out = 0;   // hosts, as parked; one that is found again counts again
  std::uint64_t probed = 0;     // hosts visited although their name server is judged parking
  std::uint64_t withdrawn = 0;  // verdicts on name servers
};

class HostQueue {
 public:
  HostQueue(const QueueTools& tools, std::vector<LoopHandle> loops)
      : tools_(tools), loops_(std::move(loops)), load_(loops_.size(), 0) {}

  // Takes over the hosts of sessions that have expired, and of those that this worker had before.
  Status open();

  // Hands out visits, now and after every change.
  void start();

  // Reports that links of these partitions were committed.
  void links_changed(const std::bitset<kPartitionCount>& partitions);

  // Has the source choose at once instead of at the time it named.
  void choose_now();

  // Starts no new visits and tells the loops to stop.
  void stop();

  // Returns true if no visit is under way and none is due soon; or it was stopped; or it failed.
  bool is_done() const { return is_done_; }
  const Status& status() const { return status_; }
  Status close();

  std::size_t out() const { return out_.size(); }
  const QueueTotals& totals() const { return totals_; }
  // Returns when the next host that was put back is due, if the crawl waits for it.
  std::optional<Time> next_due() const { return next_due_; }

 private:
  static constexpr Duration kIdleCheck = std::chrono::hours(1);
  // The queue wakes at least every kIdleCheck, and renews its session then.
  static constexpr Duration kSessionLife = 4 * kIdleCheck;
  static constexpr Duration kMergeEvery = std::chrono::milliseconds(500);
  static constexpr Duration kDueCheck = std::chrono::minutes(1);  // the clock may be set meanwhile
  static constexpr Duration kChooseEvery = std::chrono::days(2);  // at least
  static constexpr int kDoublingsMax = 10;
  static constexpr Duration kDownMax = std::chrono::days(1);  // then a host that is down is probed

  struct Out {
    HostClaim claim;
    std::size_t loop = 0;
    std::shared_ptr<MemoryShare> memory = {};  // until the host is released
    std::string name_server = {};              // key; empty if unknown
    std::optional<ParkingNote> parking = {};
  };

  Status open_session();
  Status renew_session();
  void pump();
  void wake_at(Tick when);  // or earlier, if requested before
  Status merge_links();
  Status choose_checks();
  Status look_at(unsigned partition);
  Status look_at_all(std::bitset<kPartitionCount> partitions);
  Status release_host(const LeaseFence& fence, const HostRelease& release);
  std::optional<unsigned> best_partition() const;
  Status restore_domains();
  std::optional<DropReason> refusal_of(const HostClaim& claim) const;
  Status skip_host(const HostClaim& claim, DropReason why);
  Result<bool> begin_next();
  Status put_off(const HostClaim& claim);
  void resolved(const std::string& key, const Resolved& resolved);
  Status begin_visit(Out& out, const Resolved& resolved);
  void note_name(const Host& host, const Resolved& answer);
  void note_parking(Out& out, const Resolved& answer) const;
  Result<bool> is_left_out(Out& out);
  Status note_name_servers(const LeaseFence& fence, const Resolved& answer);
  Status leave_out(const Out& out);
  Status watch_home(const Out& out, const VisitEnd& end);
  Status withdraw_verdict(const std::string& name_server);
  Duration wait_after(int failed_visits) const;
  Status give_back(const Out& out, VisitReason why, bool is_final);
  void ended(const std::string& key, VisitEnd end);
  void release(const std::string& key, const VisitEnd& end);
  void tell_silent_seed(const Out& out, const VisitReport& report,
                        const std::optional<Time>& due) const;
  void fail(const Error& error);
  void decide_what_is_next();
  void end_unless_somebody_is_ready();

  QueueTools tools_;
  std::vector<LoopHandle> loops_;
  std::vector<std::size_t> load_;  // visits by loop
  SessionId session_ = 0;
  Tick renew_at_{};
  Tick merge_at_{};
  std::bitset<kPartitionCount> unmerged_;
  std::array<PartitionEdge, kPartitionCount> edges_;
  std::map<std::string, Out> out_;  // by host
  std::optional<Time> next_due_;
  std::optional<Time> choose_at_ = Time::min();  // when the source chooses next
  QueueTotals totals_;
  Status status_;
  bool is_stopping_ = false;
  bool is_done_ = false;
  // Partitions where a host that waited for an address may have become ready since their edge was
  // read. They are looked at when nothing else is ready and a visit has ended. Of several workers
  // on one catalog, each hears only of the hosts that it wakes itself. A stale edge only delays a
  // visit, since claim_hosts decides.
  std::bitset<kPartitionCount> stale_;
  bool has_ended_one_ = false;   // a visit ended since the stale partitions were looked at
  std::optional<Tick> wake_at_;  // next time of its alarm
  std::uint64_t wakes_ = 0;
  std::size_t visiting_ = 0;   // visits that have begun and not ended
  bool has_resolved_ = false;  // at least one name was resolved
  bool has_warned_ = false;    // that no name can be resolved
};

}  // namespace freshet
