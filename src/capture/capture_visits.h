// The visits of a capture: which host is visited next, and which of its pages, in which order.
//
//   CaptureBook ──orders──> HostQueue ──> visits ──observations──> record() ──> CaptureBook
//
// A capture goes through rounds of two halves (capture_book.h). A host that is new to the archive
// is crawled; known pages are checked in the order of the policy. When no page is waiting, the
// instant is set and stored; then the pages are checked again. Sightings are ordinary snapshots and
// checks; the row of the capture holds the rest, so a killed capture can be resumed. Design:
// docs/design/capture.md.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "capture/capture_book.h"
#include "capture/capture_load.h"
#include "capture/capture_orders.h"
#include "capture/found_order.h"
#include "catalog/catalog.h"
#include "crawl/observation.h"
#include "crawl/plan.h"
#include "crawl/visit_source.h"

namespace freshet {

struct CaptureTools {
  // Opens the catalog for writing, when the run has begun.
  std::function<Result<std::unique_ptr<Catalog>>()> open_catalog;
  ObservationRecorder& recorder;                     // its beliefs have the rates
  const CrawlPlan& plan;                             // pace and patience
  std::function<void(const std::string&)> say = {};  // a sentence for people; may be missing
};

// The state of a capture while it runs.
struct CaptureView {
  CaptureStage stage = CaptureStage::visiting;
  std::int64_t round = 1;
  CaptureTally tally = {};
  std::int64_t waiting = 0;  // pages to visit or revisit in this half of the round
  std::optional<Time> expected_end = {};
};

// Thread-safe: record() is called by the thread that commits, the rest by that of the host queue.
class CaptureVisits final : public VisitSource, public ObservationRecorder {
 public:
  // `row` with id 0 begins; any other is resumed. `book` is that of the row: empty if the archive
  // is new.
  CaptureVisits(CaptureRow row, CaptureBook book, CaptureTools tools);

  // Hosts are visited once; limits of domains apply.
  bool takes_new_hosts() const override { return true; }
  std::vector<HostWake> choose(Time now) override;
  std::optional<Time> next_choice(Time now) override;
  void fill(VisitTask& task, Time now) override;
  void visit_ended(const Host& host, const VisitEnd& end, Time now) override;

  PageNews record(const Observation& observation) override;

  bool is_over() const;
  CaptureView view(Time now) const;
  CaptureRow row() const;
  // Returns what its pages allow, once it has ended without the wanted share.
  std::optional<CaptureOutlook> outlook() const;
  // Returns the unknown pages of the best round by reason.
  std::map<CaptureGap, std::int64_t> gaps() const;
  // Stores the state so far: at the end of a run that was stopped. An error of earlier calls comes
  // first.
  Status save(Time now);

 private:
  enum class Step : std::uint8_t { none, waiting, out, done };

  // A host of the capture.
  struct Stop {
    std::vector<CapturePage> pages = {};
    bool is_known = false;  // the archive had pages of it when the capture began
    bool is_out = false;    // a visit is under way
    bool is_awake = false;  // it is woken, or comes again by itself
    bool is_lost = false;   // it did not answer any more
    bool has_read_sitemaps = false;
    int idle_visits = 0;          // in a row, that carried out nothing
    std::size_t done_before = 0;  // pages done when the visit began
    std::size_t due_before = 0;   // requisites due then
    std::int64_t sightings = 0;   // of this run
    Time first_sighting{};
    Time last_sighting{};
    std::unique_ptr<FoundOrder> found = {};  // of pages that its visits find; none in other rounds
  };

  // capture_visits.cc
  Stop& stop_of(const Host& host);
  Duration slot_of(const std::string& key, const Stop& stop) const;
  std::vector<CapturePage> waiting_pages(const Stop& stop) const;
  std::size_t count(const Stop& stop, Step step) const;
  std::size_t count_waiting(const std::string& key, const Stop& stop) const;
  bool checks_requisites() const;
  void order_requisites(const Host& host, std::vector<CheckOrder>& orders);
  void lose(const std::string& key, Stop& stop);
  bool is_checked(const Stop& stop) const;
  std::vector<HostWake> wake_hosts();
  PageOrder* order_found_pages(Stop& stop, Duration slot, Time now);

  // capture_rounds.cc: the halves of rounds
  void open(Time now);
  void resume(Time now);
  double pause_cost(Time last, Duration pause) const;
  bool is_idle(Time now) const;
  void advance(Time now);
  void plan_visits(Time now);
  void plan_revisits_now(Time now);
  void begin_revisits(Time now);
  void end_round(Time now);
  void begin_round(Time now);
  void finish(CaptureEnd end, Time now);
  void keep_best();
  std::optional<std::int64_t> revisits_left() const;
  std::optional<Time> deadline() const;
  bool must_end_visits(Time now) const;
  bool has_failed_target() const;
  void look_out();
  void store();

  mutable std::mutex mutex_;  // guards all that follows
  CaptureRow row_;
  CaptureBook book_;
  CaptureTools tools_;
  std::unique_ptr<Catalog> catalog_;  // none before the run has begun
  Status status_;
  std::map<std::string, Stop> stops_;  // by host
  std::vector<Step> steps_;            // by page
  Time quiet_since_{};
  std::map<CaptureGap, std::int64_t> best_gaps_;
  std::optional<CaptureOutlook> outlook_;
};

}  // namespace freshet
