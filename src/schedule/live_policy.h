// The default policy for a crawler that runs: which page is worth a check now, and why.
//
// It believes what schedule/site_model.h believes, as the replay does: the posterior of each page's
// rate, in the time of its site's clock, with a prior learned from the site's own pages. Around
// that it keeps what only matters in real time: hints, budgets, pages that are out being checked.
//
// Beliefs depend only on add(), forget() and the checks, in their order; next() and outlook() do
// not change them. So rows of (page, time, outcome, dated change, hints) are all that has to be
// stored: passing them to restore() between the same add() and forget() gives the same beliefs, bit
// for bit.
//
// Cost: add, observe and next are O(log n), with the estimation of a site spread over its checks;
// scores are made anew when they are older than `scores_last`, which is linear in the pages. A
// figure for each is in bench/RESULTS.md. Design: docs/design/schedule.md.
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

// Sites and hosts are numbered by the caller from 0; each number costs some hundred bytes.
inline constexpr std::uint32_t kLiveSitesMax = 1U << 24;
inline constexpr float kPageWeightMin = 1e-6F;
inline constexpr float kPageWeightMax = 1e6F;

struct LivePolicyOptions {
  SiteModelOptions model;
  RollingBudgetOptions budget;
  float explored_share = 0.05F;  // of the checks that go to the pages unchecked for longest
  Duration interval_min = std::chrono::hours(1);  // between two checks of one page
  Duration retry_max = std::chrono::days(32);     // a page that fails waits twice as long each time
  Duration appointed_retry_max = std::chrono::days(1);  // the same, of a page with appointments
  Duration scores_last = std::chrono::hours(3);         // before they are made anew
  Duration plan_max = std::chrono::days(3650);          // a check planned later than this is none
};

// Invariant: a page is waiting or out being checked, never both. Deterministic: the same calls give
// the same answers. Not thread-safe. Memory: about 370 bytes for a page with its places in
// the queues, and 24 for each check of the last `clock.window_days`.
class LivePolicy final : public RefreshPolicy {
 public:
  LivePolicy(const RateWeights& prior, const LivePolicyOptions& options);
  LivePolicy(LivePolicy&&) noexcept;
  LivePolicy& operator=(LivePolicy&&) noexcept;
  ~LivePolicy() override;

  // `first_sight` replaces the common prior, and the site's own pages correct it as they do that
  // one. The weight is held within kPageWeightMin and kPageWeightMax; no number counts as 1.
  PageNumber add(const PolicyPage& page, const RateWeights* first_sight = nullptr) override;
  void forget(PageNumber page) override;
  void set_weight(PageNumber page, float weight);

  // Such a check waits for the limits of its host and of the bytes, but neither for its turn nor
  // for the cap of its site.
  void appoint(PageNumber page, Time due) override;

  // The last word of each kind counts, until the page is checked; then the kind's trust on this
  // site is learned from what the check saw.
  void hint(PageNumber page, HintKind kind, bool says_changed) override;
  HeardHints heard(PageNumber page) const override;
  // Learns that a hint, such as a 304, was found to be right or wrong by other means.
  void learn_hint(std::uint32_t site, HintKind kind, bool said_changed, bool has_changed);

  std::optional<DueCheck> next(Time now) override;
  std::optional<Time> next_moment(Time now) override;

  // A page that fails waits for longer each time. A check before the page's last one (a clock that
  // jumped back) says nothing about its rate.
  void observe(const PolicyCheck& check, std::uint64_t bytes, int requests = 1) override;
  void restore(const PolicyCheck& check, std::uint64_t bytes = 0) override;
  void charge(PageNumber page, Time at, std::uint64_t bytes) override;
  void give_back(PageNumber page, int requests = 0, std::optional<Time> failed_at = {}) override;

  void set_checks_per_day(std::uint64_t checks) override;

  // `planned` is when the page is worth its check, however many others are so too.
  PageOutlook outlook(PageNumber page, Time now) const override;
  double stale_probability(PageNumber page, Time now) const override;
  std::vector<PlannedCheck> plan(Time now) const override;

  std::uint32_t checks(PageNumber page) const;  // that told something
  std::size_t pages() const override;
  std::uint64_t bytes_of_memory() const;  // about

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet
