// A refresh policy: selects the next page to check, and learns from the results of checks.
//
// A running refresh (refresh/planner.h), replays of histories and comparisons of schedulers all
// drive this interface. schedule/policy_registry.h lists the policies by name;
// schedule/daily_policy.h adapts any schedule/day_policy.h to it.
//
//   for each page:                    numbers[id] = policy.add({.site = s, .host = h, ...});
//   for each stored row, by time:     policy.restore({numbers[id], time, outcome});
//   while it runs:                    if (auto check = policy.next(now)) fetch(check->page) ...
//                                     policy.observe({check->page, now, outcome}, bytes);
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "predict/rate.h"
#include "schedule/hints.h"

namespace freshet {

// The name of the default policy; see schedule/policy_registry.h.
inline constexpr std::string_view kDefaultPolicy = "default";

using PageNumber = std::uint32_t;  // returned by RefreshPolicy::add, may be reused after forget

// The description of a page for a policy. The caller numbers sites and hosts from 0.
struct PolicyPage {
  std::uint32_t site = 0;
  std::uint32_t host = 0;
  Time first_seen;          // when our copy was made
  float weight = 1;         // of the page in the policy's objective
  std::uint32_t bytes = 0;  // expected cost of a check; updated by the checks
};

enum class PolicyOutcome : std::uint8_t {
  unchanged,     // the body was fetched and has no relevant change
  changed,       // the body has changed
  not_modified,  // a 304, weighted by the reliability of the site's 304s
  failed,        // no answer; says nothing about changes
};

// A check in the form that must be stored, so that restore() gives the same estimates.
struct PolicyCheck {
  PageNumber page = 0;
  Time at;
  PolicyOutcome outcome = PolicyOutcome::unchanged;
  std::optional<Time> changed_at = {};   // for a change: time of the last one, if known
  std::optional<HeardHints> hints = {};  // received before it; none: those passed to hint()
};

enum class CheckReason : std::uint8_t {
  worth,      // the policy ranks it highest
  explored,   // it is unchecked for longest
  appointed,  // its time was set by appoint()
  gone,       // a re-check of a missing page; policies do not know such pages
};

// A check to make now.
struct DueCheck {
  PageNumber page = 0;
  CheckReason reason = CheckReason::worth;
  double index = 0;  // the worth of the check
};

// The estimates about a page, for plans and explanations. Rates are per calendar day.
struct PageOutlook {
  double changes_per_day = 0;       // median, so it lies within the two below
  double changes_per_day_low = 0;   // 10 % quantile
  double changes_per_day_high = 0;  // 90 % quantile
  double stale_probability = 0;     // probability that our copy is stale
  double index = 0;                 // worth of a check now: days of freshness, times the weight
  double price = 0;                 // the index at which the budget affords a check
  Time last_check;                  // or when it was first seen
  std::uint32_t checks = 0;
  std::uint32_t changes = 0;    // seen by these checks
  double site_pace = 1;         // speed of the site's clock in its window
  std::optional<Time> planned;  // the next check, regardless of other pages; none: not planned
  CheckReason planned_for = CheckReason::worth;
};

struct PlannedCheck {
  PageNumber page = 0;
  Time at;
  CheckReason reason = CheckReason::worth;
};

// Contract: a page is waiting or being checked, never both. Deterministic: equal calls give equal
// answers. Not thread-safe.
class RefreshPolicy {
 public:
  virtual ~RefreshPolicy() = default;

  // Adds a page. `first_sight`, if given, is the prior for its rate from its features.
  virtual PageNumber add(const PolicyPage& page, const RateWeights* first_sight = nullptr) = 0;

  // Removes a page. If it was being checked, no result is expected any more.
  virtual void forget(PageNumber page) = 0;

  // Records a check, requested by next() or not, with its bytes and requests.
  virtual void observe(const PolicyCheck& check, std::uint64_t bytes, int requests = 1) = 0;

  // Returns the page to check now; it is being checked until observe() or give_back(). None: the
  // budget is spent, or no page may be checked yet; next_moment() then returns when to ask again.
  virtual std::optional<DueCheck> next(Time now) = 0;
  virtual std::optional<Time> next_moment(Time now) = 0;

  // Returns the planned checks of all pages, the earliest first, spaced by the budget.
  virtual std::vector<PlannedCheck> plan(Time now) const = 0;

  // Returns a page from next() that was not checked, although `requests` were made. `failed_at`:
  // its host did not answer then, so the page backs off as after a failed check; otherwise a host
  // that is down would be chosen again and again.
  virtual void give_back(PageNumber page, int requests = 0, std::optional<Time> failed_at = {}) = 0;

  // Returns a page from next() whose host is known to be down. It is not chosen before `until`, and
  // nothing is charged.
  virtual void postpone(PageNumber page, Time until) = 0;

  // Sets the time of the next check of a page, now and after each check from now on. Such checks
  // wait for the limits of their host, but not for other pages; they reduce the budget of the
  // others. If no time is set after a check, the page is checked again as soon as possible.
  virtual void appoint(PageNumber page, Time due) = 0;

  // Records a hint that a waiting page changed since its last check, or did not. Policies without
  // hints ignore it.
  virtual void hint(PageNumber /*page*/, HintKind /*kind*/, bool /*says_changed*/) {}
  // Returns the hints about a page since its last check.
  virtual HeardHints heard(PageNumber /*page*/) const { return {}; }

  // Records a check of an earlier run without charging the budget; or only charges the budget,
  // which needs charges in order of time.
  virtual void restore(const PolicyCheck& check, std::uint64_t bytes = 0) = 0;
  virtual void charge(PageNumber page, Time at, std::uint64_t bytes) = 0;

  virtual void set_checks_per_day(std::uint64_t checks) = 0;

  virtual PageOutlook outlook(PageNumber page, Time now) const = 0;
  // Same value as in the outlook, but cheaper.
  virtual double stale_probability(PageNumber page, Time now) const = 0;
  // The same without the hints since its last check.
  virtual double stale_by_checks(PageNumber page, Time now) const {
    return stale_probability(page, now);
  }
  virtual std::size_t pages() const = 0;
};

}  // namespace freshet
