// A refresh policy: decides which page is checked next, and learns from what the checks found.
//
// A running refresh (refresh/planner.h), replays of histories and comparisons of schedulers all
// drive this interface. schedule/policy_registry.h lists the policies by name;
// schedule/daily_policy.h makes one of any schedule/day_policy.h.
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

// The name of the policy that runs unless another is named; see schedule/policy_registry.h.
inline constexpr std::string_view kDefaultPolicy = "default";

using PageNumber = std::uint32_t;  // given by RefreshPolicy::add, may be reused after forget

// A page as a policy gets to know it. Sites and hosts are numbered by the caller from 0.
struct PolicyPage {
  std::uint32_t site = 0;
  std::uint32_t host = 0;
  Time first_seen;          // when our copy was made
  float weight = 1;         // of the page in what the policy aims for
  std::uint32_t bytes = 0;  // expected cost of a check; learned from the checks
};

enum class PolicyOutcome : std::uint8_t {
  unchanged,     // the body was fetched and is the same in all that counts
  changed,       // it is not
  not_modified,  // a 304: as good as the site's 304s have proved to be
  failed,        // no answer; says nothing about changes
};

// A check as it has to be stored, so that restore() gives the same beliefs.
struct PolicyCheck {
  PageNumber page = 0;
  Time at;
  PolicyOutcome outcome = PolicyOutcome::unchanged;
  std::optional<Time> changed_at = {};   // of a change: when the last one was, if known
  std::optional<HeardHints> hints = {};  // heard before it; none: those that hint() gave
};

enum class CheckReason : std::uint8_t {
  worth,      // the policy ranks it highest
  explored,   // it was not checked for longest
  appointed,  // its time was set by appoint()
  gone,       // a re-check of a missing page; policies do not know such pages
};

// A check to make now.
struct DueCheck {
  PageNumber page = 0;
  CheckReason reason = CheckReason::worth;
  double index = 0;  // what the check is worth
};

// What is believed of a page, for plans and explanations. Rates are per day of the calendar.
struct PageOutlook {
  double changes_per_day = 0;       // median of the belief, so it lies within the two below
  double changes_per_day_low = 0;   // a tenth of the belief lies below
  double changes_per_day_high = 0;  // a tenth lies above
  double stale_probability = 0;     // that our copy is not up to date
  double index = 0;  // days of freshness, times the weight, that a check now is worth
  double price = 0;  // the index at which the budget can afford a check of it
  Time last_check;   // or when it was first seen
  std::uint32_t checks = 0;
  std::uint32_t changes = 0;    // of these
  double site_pace = 1;         // how fast the site's clock moved in its window
  std::optional<Time> planned;  // the next check, regardless of other pages; none: not planned
  CheckReason planned_for = CheckReason::worth;
};

struct PlannedCheck {
  PageNumber page = 0;
  Time at;
  CheckReason reason = CheckReason::worth;
};

// Contract: a page is waiting or out being checked, never both. Deterministic: the same calls give
// the same answers. Not thread-safe.
class RefreshPolicy {
 public:
  virtual ~RefreshPolicy() = default;

  // Adds a page. `first_sight`, if given, is what its looks tell about its rate.
  virtual PageNumber add(const PolicyPage& page, const RateWeights* first_sight = nullptr) = 0;

  // Removes a page. If it was out, its check is not awaited any more.
  virtual void forget(PageNumber page) = 0;

  // Takes in a check, whether next() asked for it or not, that took so many bytes and requests.
  virtual void observe(const PolicyCheck& check, std::uint64_t bytes, int requests = 1) = 0;

  // Returns the page to check now; it is out until observe() or give_back(). None: the budget is
  // spent, or no page may be checked yet; next_moment() then says when to ask again.
  virtual std::optional<DueCheck> next(Time now) = 0;
  virtual std::optional<Time> next_moment(Time now) = 0;

  // Returns the planned checks of all pages, the earliest first, as the budget lets them follow
  // each other.
  virtual std::vector<PlannedCheck> plan(Time now) const = 0;

  // Takes back a page that next() gave and that was not checked, though so many requests were made.
  // `failed_at`: its host did not answer then, so the page waits as if the check had failed;
  // otherwise a host that is down would be chosen again and again, and others never.
  virtual void give_back(PageNumber page, int requests = 0, std::optional<Time> failed_at = {}) = 0;

  // Sets the time of the next check of a page, here and after each check from now on. Such checks
  // wait for the limits of their host, but for no other page; what they take of the budget the
  // others have less. If no time is set after a check, the page is checked again as soon as
  // possible.
  virtual void appoint(PageNumber page, Time due) = 0;

  // Takes in a hint that a waiting page changed since its last check, or did not. Policies that do
  // not use hints ignore it.
  virtual void hint(PageNumber /*page*/, HintKind /*kind*/, bool /*says_changed*/) {}
  // Returns the hints about a page since its last check.
  virtual HeardHints heard(PageNumber /*page*/) const { return {}; }

  // Takes in a check of an earlier run without charging the budget; or charges only the budget,
  // which wants charges by time.
  virtual void restore(const PolicyCheck& check, std::uint64_t bytes = 0) = 0;
  virtual void charge(PageNumber page, Time at, std::uint64_t bytes) = 0;

  virtual void set_checks_per_day(std::uint64_t checks) = 0;

  virtual PageOutlook outlook(PageNumber page, Time now) const = 0;
  // The same as that of the outlook, but cheaper.
  virtual double stale_probability(PageNumber page, Time now) const = 0;
  virtual std::size_t pages() const = 0;
};

}  // namespace freshet
