// The default policy for a crawler that runs: which page is worth a check now, and why.
//
// It believes what schedule/site_model.h believes, as the replay does: the posterior of each page's
// rate, in the time of its site's clock, with a prior learned from the site's own pages. Around
// that it keeps what only matters in real time: hints, budgets, pages that are out being checked.
//
//   LivePolicy policy(prior, options);
//   for each page:                    numbers[id] = policy.add({.site = s, .host = h, ...});
//   for each stored row, by time:     policy.restore({numbers[id], time, outcome});
//   while it runs:                    if (auto check = policy.next(now)) fetch(check->page) ...
//                                     policy.observe({check->page, now, outcome}, bytes);
//
// What was learned depends on add(), forget() and the rows alone, in their order: next() and
// outlook() change nothing of it. So rows of (page, time, outcome, told moment, hints heard) are
// all that has to be kept; feeding them to restore() between the same add() and forget() gives the
// same beliefs, bit for bit.
//
// Cost: add, observe and next are O(log n), with the estimation of a site spread over its checks;
// scores are made anew when they are older than `scores_last`, which is linear in the pages. A
// figure for each is in bench/RESULTS.md.
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
#include "schedule/rolling_budget.h"
#include "schedule/site_model.h"

namespace freshet {

using PageNumber = std::uint32_t;  // given by LivePolicy::add, used again after forget

// Sites and hosts are numbered by the caller from 0; each number costs some hundred bytes.
inline constexpr std::uint32_t kLiveSitesMax = 1U << 24;
inline constexpr float kPageWeightMin = 1e-6F;
inline constexpr float kPageWeightMax = 1e6F;

struct LivePage {
  std::uint32_t site = 0;
  std::uint32_t host = 0;
  Time first_seen;          // when our copy was made
  float weight = 1;         // held within kPageWeightMin and kPageWeightMax; no number counts as 1
  std::uint32_t bytes = 0;  // what a check is expected to cost; learned from the checks
};

enum class LiveOutcome : std::uint8_t {
  unchanged,     // the body was fetched and is the same in all that counts
  changed,       // it is not
  not_modified,  // a 304: as good as the site's 304s have proved to be
  failed,        // no answer; tells nothing of change, and the page waits for longer each time
};

// A row of what has to be kept.
struct LiveCheck {
  PageNumber page = 0;
  Time at;
  LiveOutcome outcome = LiveOutcome::unchanged;
  std::optional<Time> changed_at = {};   // of a change: when the last one was, if that is told
  std::optional<HeardHints> hints = {};  // heard before it; none: those that hint() told
};

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

enum class CheckReason : std::uint8_t {
  worth,      // its index is the highest of those that may be checked
  explored,   // it was not checked for longest
  appointed,  // somebody else said when
  gone,       // it is gone, and looked for again; the policy knows no such pages
};

// A check to make now.
struct DueCheck {
  PageNumber page = 0;
  CheckReason reason = CheckReason::worth;
  double index = 0;
};

// What is believed of a page, for plans and explanations. Rates are per day of the calendar.
struct PageOutlook {
  double changes_per_day = 0;       // median of the belief, so it lies within the two below
  double changes_per_day_low = 0;   // a tenth of the belief lies below
  double changes_per_day_high = 0;  // a tenth lies above
  double stale_probability = 0;     // that our copy is not what is there now
  double index = 0;  // days of freshness, times the weight, that a check now is worth
  double price = 0;  // the index at which the budget can afford a check of it
  Time last_check;   // or when it was first seen
  std::uint32_t checks = 0;
  std::uint32_t changes = 0;    // of these
  double site_pace = 1;         // how fast the site's clock moved in its window
  std::optional<Time> planned;  // when it will be worth it; none: not within plan_max
  CheckReason planned_for = CheckReason::worth;
};

struct PlannedCheck {
  PageNumber page = 0;
  Time at;
  CheckReason reason = CheckReason::worth;
};

// Invariant: a page is waiting or out being checked, never both. Deterministic: the same calls give
// the same answers. Not thread-safe. Memory: about 370 bytes for a page with its places in
// the queues, and 24 for each check of the last `clock.window_days`.
class LivePolicy {
 public:
  LivePolicy(const RateWeights& prior, const LivePolicyOptions& options);
  LivePolicy(LivePolicy&&) noexcept;
  LivePolicy& operator=(LivePolicy&&) noexcept;
  ~LivePolicy();

  // A page becomes known. `first_sight`, if given, is what its looks tell of its rate; it replaces
  // the common prior, and the site's own pages correct it as they do that one.
  PageNumber add(const LivePage& page, const RateWeights* first_sight = nullptr);

  // A page is gone. If it was out, its check is not awaited any more.
  void forget(PageNumber page);

  void set_weight(PageNumber page, float weight);

  // From now on somebody else says when the page is checked: next at `due`, and so on after each
  // check. It waits for the limits of its host and of the bytes, but neither for its turn nor for
  // the cap of its site; what it takes of the checks the others have less. If nothing is said after
  // a check, it is made again as soon as may be.
  void appoint(PageNumber page, Time due);

  // Something was heard of a page that waits: that it changed since our last check, or that it did
  // not. The last word of each kind counts, until the page is checked; then the kind's trust on
  // this site is learned from what the check saw.
  void hint(PageNumber page, HintKind kind, bool says_changed);

  // The page to check now; it is out until observe() or give_back(). Nothing: the budget is spent,
  // or no page may be checked yet; next_moment() then says when to ask again.
  std::optional<DueCheck> next(Time now);
  std::optional<Time> next_moment(Time now);

  // A check was made, whether next() asked for it or not, and took so many bytes and requests. A
  // moment before the page's last check (a clock that jumped back) tells nothing of its rate.
  void observe(const LiveCheck& row, std::uint64_t bytes, int requests = 1);

  // What was heard of a page since its last check.
  HeardHints heard(PageNumber page) const;

  // A check made earlier, of which the budget need not know; or only the budget, which hears of
  // them by time.
  void restore(const LiveCheck& row, std::uint64_t bytes = 0);
  void charge(PageNumber page, Time at, std::uint64_t bytes);

  // A page that next() gave was not checked after all, though so many requests were made for it.
  void give_back(PageNumber page, int requests = 0);

  // A 304 was found to be right or wrong by other means.
  void learn_hint(std::uint32_t site, HintKind kind, bool said_changed, bool has_changed);

  void set_checks_per_day(std::uint64_t checks);

  // `planned` is when the page is worth its check, however many others are so too.
  PageOutlook outlook(PageNumber page, Time now) const;
  double stale_probability(PageNumber page, Time now) const;  // that of its outlook, for less

  // Every page that has a planned check, the earliest first, as the budget lets them follow each
  // other.
  std::vector<PlannedCheck> plan(Time now) const;

  std::uint32_t checks(PageNumber page) const;  // that told something
  std::size_t pages() const;
  std::uint64_t bytes_of_memory() const;  // about

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace freshet
