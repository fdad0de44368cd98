// The default policy of a running crawler: selects the page that is worth a check now, and explains
// why.
//
// Its estimates are those of schedule/site_model.h, as in the replay: the posterior of each page's
// rate, in the time of its site's clock, with a prior learned from the site's own pages. It adds
// the state that only matters in real time: hints, budgets, pages being checked.
//
// Estimates depend only on add(), forget() and the checks, in their order; next() and outlook() do
// not change them. So only rows of (page, time, outcome, dated change, hints) must be stored:
// passing them to restore() between the same add() and forget() gives the same estimates, bit for
// bit.
//
// Cost: add, observe and next are O(log n), with the estimation of a site amortised over its
// checks; scores older than `scores_last` are recomputed, which is linear in the pages.
// bench/RESULTS.md has a figure for each. Design: docs/design/schedule.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "predict/rate.h"
#include "schedule/hints.h"
#include "schedule/refresh_policy.h"
#include "schedule/rolling_budget.h"
#include "schedule/site_model.h"

namespace freshet {

// Limits of sites and hosts, which the caller numbers from 0; each number costs some hundred bytes.
inline constexpr std::uint32_t kLiveSitesMax = 1U << 24;
inline constexpr float kPageWeightMin = 1e-6F;
inline constexpr float kPageWeightMax = 1e6F;

struct LivePolicyOptions {
  SiteModelOptions model;
  RollingBudgetOptions budget;
  float explored_share = 0.05F;  // of the checks, for the pages unchecked for longest
  Duration interval_min = std::chrono::hours(1);  // between two checks of one page
  Duration retry_max = std::chrono::days(32);     // upper limit of the back-off of a failing page
  Duration appointed_retry_max = std::chrono::days(1);  // the same for a page with appointments
  Duration scores_last = std::chrono::hours(3);         // before they are recomputed
  Duration plan_max = std::chrono::days(3650);          // checks beyond it are not planned
};

// Invariant: a page is waiting or being checked, never both. Deterministic: equal calls give equal
// answers. Not thread-safe. Memory: about 370 bytes for a page with its queue entries, and 24 for
// each check of the last `clock.window_days`.
class LivePolicy final : public RefreshPolicy {
 public:
  LivePolicy(const RateWeights& prior, const LivePolicyOptions& options);
  LivePolicy(LivePolicy&&) noexcept;
  LivePolicy& operator=(LivePolicy&&) noexcept;
  ~LivePolicy() override;

  // `first_sight` replaces the common prior, and is corrected by the site's own pages like it. The
  // weight is clamped to kPageWeightMin and kPageWeightMax; NaN counts as 1.
  PageNumber add(const PolicyPage& page, const RateWeights* first_sight = nullptr) override;
  void forget(PageNumber page) override;
  void set_weight(PageNumber page, float weight);

  // Such a check waits for the limits of its host and of the bytes, but neither for its turn nor
  // for the cap of its site.
  void appoint(PageNumber page, Time due) override;

  // The last hint of each kind counts until the page is checked; the result of the check then
  // updates the kind's trust on this site.
  void hint(PageNumber page, HintKind kind, bool says_changed) override;
  HeardHints heard(PageNumber page) const override;
  // Records that a hint, such as a 304, was found to be right or wrong by other means.
  void learn_hint(std::uint32_t site, HintKind kind, bool said_changed, bool has_changed);

  std::optional<DueCheck> next(Time now) override;
  std::optional<Time> next_moment(Time now) override;

  // Failing pages are retried with exponential back-off. A check before the page's last one (the
  // clock jumped back) says nothing about its rate.
  void observe(const PolicyCheck& check, std::uint64_t bytes, int requests = 1) override;
  void restore(const PolicyCheck& check, std::uint64_t bytes = 0) override;
  void charge(PageNumber page, Time at, std::uint64_t bytes) override;
  void give_back(PageNumber page, int requests = 0, std::optional<Time> failed_at = {}) override;
  void postpone(PageNumber page, Time until) override;

  void set_checks_per_day(std::uint64_t checks) override;

  // `planned` is the time at which the page is worth its check, regardless of other pages.
  PageOutlook outlook(PageNumber page, Time now) const override;
  double stale_probability(PageNumber page, Time now) const override;
  double stale_by_checks(PageNumber page, Time now) const override;
  std::vector<PlannedCheck> plan(Time now) const override;

  std::uint32_t checks(PageNumber page) const;  // informative ones
  std::size_t pages() const override;
  std::uint64_t bytes_of_memory() const;  // approximate

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet
