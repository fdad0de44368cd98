// The work of the monitor, turn by turn, without threads: time and what came are arguments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/disk.h"
#include "base/error.h"
#include "monitor/archived_pages.h"
#include "monitor/dispatcher.h"
#include "monitor/own_fetcher.h"
#include "monitor/repeats.h"
#include "monitor/site_teller.h"
#include "monitor/watch_book.h"
#include "monitor/watch_checker.h"
#include "registry/registry.h"

namespace freshet {

// "A page was seen": its snapshot or check has this time and is committed soon.
struct SeenHint {
  std::string url = {};
  Time time = {};
};

// The end of a visit of a host.
struct VisitNews {
  std::string host = {};     // its key
  bool is_done = false;      // nothing of it is left to visit
  bool has_failed = false;   // it gave no answer
  std::string problem = {};  // then: why, one sentence
};

// A page that a watch wants checked.
struct WatchOrder {
  std::string url = {};
  bool is_known = false;  // the archive has a copy of it; otherwise it is to be fetched
  bool is_site = false;   // its whole host is to be crawled

  bool operator==(const WatchOrder&) const = default;
};

struct MonitorTools {
  Registry& registry;
  Disk& disk;
  NormalFormOptions normal_form = {};
  PdfReader pdf = {};
  MessageLinker links;
  std::uint64_t seed = 0;
};

// Not thread-safe. What is read from the archive is read through the session of the turn.
class MonitorWork {
 public:
  // A check that was ordered and has not come is ordered again after this time.
  static constexpr Duration kOrderAgain = std::chrono::minutes(5);
  // A hint whose commit does not come is dropped after this time.
  static constexpr Duration kHintPatience = std::chrono::seconds(60);
  // All watches are looked at that often, whatever the hints say.
  static constexpr Duration kScanEvery = std::chrono::minutes(10);
  static constexpr std::size_t kTellingMax = 200;  // findings of one commit
  static constexpr std::size_t kEventsAtOnce = 256;
  static constexpr Duration kStepEvery = std::chrono::minutes(1);  // if there is nothing to tell
  static constexpr Duration kRetainEvery = std::chrono::hours(1);
  // Deliveries that ended are forgotten after this time.
  static constexpr Duration kDeliveriesKept = std::chrono::days(30);

  explicit MonitorWork(MonitorTools tools);

  // Lets wait again what a former process was sending.
  Status begin() { return dispatcher_.begin(); }

  // Notes what came; none of it needs a session.
  void add_hint(SeenHint hint) { hints_[std::move(hint.url)] = hint.time; }
  void add_visit(VisitNews news) { visits_.push_back(std::move(news)); }
  void add_own(OwnAnswer answer) { own_answers_.push_back(std::move(answer)); }
  void scan_soon() { scanned_.reset(); }
  // The registry was changed through our own connection.
  void registry_changed() { registry_version_.reset(); }

  // Reads what others have changed in the registry; the next look is at the watches of it.
  Status refresh();
  // Compares what has come since the last turn, and tells it.
  Status look(ArchiveSession& session, Time now);
  // Returns the checks that are to be ordered now.
  std::vector<WatchOrder> take_orders(ArchiveSession& session, Time now);
  // The same for watches that have a request of their own.
  Result<std::vector<OwnFetch>> take_own_fetches(Time now);
  // Deletes what is older than it is kept.
  Status tidy(Time now);

  Dispatcher& dispatcher() { return dispatcher_; }
  WatchBook& book() { return book_; }

 private:
  struct Finding {
    WatchId watch = 0;
    WatchOutcome outcome = {};
  };

  Status scan(ArchivedPages& pages, Time now);
  Status look_at_hints(ArchivedPages& pages, Time now);
  Status look_at_page(const std::string& url, ArchivedPages& pages, Time now, Time* newest);
  Status look_at_visits(ArchivedPages& pages, Time now);
  Status look_at_own(ArchivedPages& pages, Time now);
  Status note_failure(const VisitNews& visit, ArchivedPages& pages, Time now);
  Status follow_events(ArchivedPages& pages, Time now);
  Status begin_feed(ArchiveSession& session, Time now);
  TellingMaker& making(Time now);
  Status commit(ArchivedPages& pages, Time now);
  Status commit_if_full(ArchivedPages& pages, Time now);
  void plan_check(ActiveWatch& watch, ArchivedPages& pages, Time now);
  std::optional<std::string> noted_problem(ArchiveSession& session, const ActiveWatch& watch);

  MonitorTools tools_;
  WatchBook book_;
  Dispatcher dispatcher_;
  RepeatedTelling repeats_;
  std::optional<std::int64_t> registry_version_;
  std::vector<WatchId> unplanned_;  // were read, and have no time for their next check
  std::map<std::string, Time> hints_;
  std::map<std::string, Time> hinted_since_;
  std::vector<VisitNews> visits_;
  std::vector<OwnAnswer> own_answers_;
  std::optional<Time> scanned_;
  std::optional<Time> tidied_;
  std::optional<TellingMaker> making_;
  std::vector<Finding> findings_;
  std::optional<FeedPosition> position_;  // in the registry
  bool has_position_ = false;             // it was read
  std::int64_t read_to_ = 0;              // the events that were looked at
  std::optional<Time> stepped_;
};

}  // namespace freshet
