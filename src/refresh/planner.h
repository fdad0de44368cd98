// The planner of a refresh: knows every page of the archive that is worth a check, records what
// checks found, and chooses the pages to check next. Design: docs/design/refresh.md.
//
//   catalog ──load──> Planner ──choose, take_orders──> HostQueue ──> visits
//                        ^                                             │
//                        └────── record (before the commit) <── observations
//
// It coordinates: refresh/scheduled_pages.h holds the pages and the policy, recheck_queue.h the
// missing pages, check_batches.h the checks that wait for a visit.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/observation.h"
#include "crawl/refresher.h"
#include "refresh/check_batches.h"
#include "refresh/plan_text.h"
#include "refresh/planner_options.h"
#include "refresh/recheck_queue.h"
#include "refresh/record.h"
#include "refresh/refresh_counts.h"
#include "refresh/scheduled_pages.h"
#include "refresh/sitemap_timer.h"

namespace freshet {

// Returns how many pages of the catalog a planner would schedule, requisites not counted.
Result<std::size_t> count_scheduled_pages(Catalog& catalog);

// Thread-safe.
class Planner final : public Refresher, public ObservationRecorder {
 public:
  // Reads all that the catalog knows. `first_sight` outlives the planner.
  static Result<std::unique_ptr<Planner>> load(Catalog& catalog, const FirstSight& first_sight,
                                               const RateWeights& prior,
                                               const PlannerOptions& options, Time now);

  // Requests a check of one page, or of every scheduled page. From the first request on only
  // requested pages are chosen, at once and regardless of the budget. Returns false if the archive
  // has no such page.
  bool ask_for(std::string_view url);
  void ask_for_all();

  // Has a page checked at the next choice, beside what the policy chooses and regardless of the
  // budget. Returns false if the archive has no such page.
  bool check_soon(std::string_view url);
  // The same for all scheduled and missing pages of a host, or of the archive. Returns their
  // number.
  std::size_t check_soon(const Host& host);
  std::size_t check_all_soon();

  std::vector<HostWake> choose(Time now) override;
  std::optional<Time> next_choice(Time now) override;
  RefreshOrders take_orders(const Host& host, Time now) override;
  void visit_ended(const Host& host, const VisitEnd& end, Time now) override;

  PageNews record(const Observation& observation) override;
  double rate_of_found(const WaitingPage& page, Time now) const override {
    return rate_of(first_sight_, page, now);
  }

  // Returns the next `count_max` checks, the earliest first.
  std::vector<PlannedPage> plan(Time now, std::size_t count_max) const;
  // Returns the outlook of a scheduled page.
  std::optional<PageOutlook> outlook(std::string_view url, Time now) const;
  // Writes what is believed now into `belief`: rates, group, the next check and its reason. Returns
  // false, and changes nothing, if the page is not scheduled.
  bool describe(PageBelief& belief, Time now) const;
  bool is_requisite(std::string_view url) const;
  // Describes where a page is in baskets mode; none if it is not in it.
  std::optional<std::string> baskets_words(std::string_view url) const;
  // Returns the pages that are named for baskets mode, but not in the archive.
  std::vector<std::string> unknown_in_baskets() const;
  RefreshView view(Time now) const;
  RefreshCounts counts() const;

 private:
  Planner(const FirstSight& first_sight, const RateWeights& prior, const PlannerOptions& options,
          BasketClassifier classify);
  template <class F>
  std::size_t add_soon(F is_meant);
  void choose_page(PageIndex page, double worth);
  void choose_due_pages(Time now);
  void record_check(PageIndex page, const Observation& observation, const PageLife& life,
                    PageCheck& check);

  const FirstSight& first_sight_;
  const PlannerOptions options_;
  mutable std::mutex mutex_;  // guards all that follows
  ScheduledPages pages_;
  RecheckQueue rechecks_;
  CheckBatches batches_;
  // Hosts whose last visit failed, and when they are tried again. Their pages are not chosen
  // before, since they would tie up budget until that visit.
  std::unordered_map<HostIndex, Time> down_;
  SitemapTimer sitemaps_;
  RefreshCounts counts_;
  std::optional<std::vector<PageIndex>> asked_;  // pages that alone are chosen
  std::vector<PageIndex> soon_;                  // pages that are chosen next, beside others
  std::vector<PageMark> marks_;                  // to be kept with the next observation
  std::optional<Time> last_choice_;
  std::optional<Time> next_moment_;
};

}  // namespace freshet
