// The pages of a refresh and the policy that schedules their checks.
//
// Keeps the registry, the policy, the pages in baskets mode and the tallies of sites in step. A
// page is scheduled (it has a number in the policy) or missing; life/page_life.h says which.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "crawl/observation.h"
#include "crawl/refresher.h"
#include "predict/first_sight.h"
#include "refresh/basket_pages.h"
#include "refresh/evidence.h"
#include "refresh/page_registry.h"
#include "refresh/planner_options.h"
#include "refresh/refresh_counts.h"
#include "refresh/remembered_priors.h"
#include "refresh/site_tallies.h"
#include "schedule/refresh_policy.h"

namespace freshet {

// Not thread-safe.
class ScheduledPages {
 public:
  // `first_sight` outlives it. The policy of the options is one of the registry.
  ScheduledPages(const FirstSight& first_sight, const RateWeights& prior,
                 const PlannerOptions& options, BasketClassifier classify);

  PageRegistry& registry() { return registry_; }
  const PageRegistry& registry() const { return registry_; }
  RefreshPolicy& policy() { return *policy_; }
  const RefreshPolicy& policy() const { return *policy_; }
  BasketPages& baskets() { return baskets_; }
  const BasketPages& baskets() const { return baskets_; }

  bool is_scheduled(PageIndex page) const { return registry_[page].number.has_value(); }

  // Schedules a page that was `seen` then, unless it is scheduled. Without a prior the policy takes
  // its own.
  void schedule(PageIndex page, Time seen, const RateWeights* prior);
  // The same of a page that was first seen then, with the prior that its first sight gives. The
  // prior depends only on what is stored, so a restart gives the same.
  void schedule_new(PageIndex page, Time first_seen);
  void unschedule(PageIndex page);

  // Predicts the rate of a page at its first sight, writes it into `belief`, and schedules the
  // page.
  void observe_first(PageIndex page, const Observation& observation, PageBelief& belief);

  // Takes in a check that took so many requests. Does not touch pages in baskets mode.
  void observe(PageIndex page, const CheckFacts& facts, int requests);
  // Takes in a check of an earlier run, by time. Charges the budget with it if `is_charged`.
  void restore(PageIndex page, const CheckFacts& facts, bool is_charged);

  // Takes in a check of a page in baskets mode and plans its next poll. Writes into `check` what
  // has to be kept of the poll.
  void observe_poll(PageIndex page, const Observation& observation, PageCheck& check);
  // Tells the policy when a page in baskets mode is polled next.
  void plan_poll(PageIndex page);

  // Takes in a hint that a sitemap or a feed gives. Returns the mark to keep if the hint tells how
  // old the page was at first sight.
  std::optional<PageMark> hint(const PageHint& hint);

  // Writes the rates, the group, the next check and its reason into the belief of a scheduled page.
  void describe(PageIndex page, Time now, PageBelief& belief) const;

  RefreshView view(Time now) const;

 private:
  // Updates all but the policy. Returns true if the policy is to hear of the check.
  bool apply(PageIndex page, const CheckFacts& facts);
  void update_budget();

  const FirstSight& first_sight_;
  const RateWeights prior_;
  const RememberedPriors remembered_;
  const std::uint64_t checks_per_day_;
  const bool polls_add_to_budget_;
  const std::unique_ptr<RefreshPolicy> policy_;
  PageRegistry registry_;
  SiteTallies tallies_;
  BasketPages baskets_;
};

}  // namespace freshet
