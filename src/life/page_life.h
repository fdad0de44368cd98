// The life of a page: scheduled for checks, gone, or faded.
//
//   scheduled ──gone──> gone ──gone for more than `checks_max` checks──> faded
//       ^                │  re-checked with exponential back-off           │ not re-checked
//       └────present─────┴────────────────────present─────────────────────┘
//
// Only this file changes the state of a page, counts its misses, and sets the time of the next
// re-check. The outcome of a single check is decided by outcome_of_check
// (crawl/visit/check_protocol.h). Pure: the same input gives the same step. Design:
// docs/design/refresh.md.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "catalog/history_rows.h"

namespace freshet {

// The schedule of re-checks of a missing page: after `first`, then twice as long each time up to
// `longest`. The page fades after `checks_max` re-checks without success.
struct GoneBackoff {
  Duration first = std::chrono::days(1);
  Duration longest = std::chrono::days(32);
  std::int64_t checks_max = 8;

  // Returns the wait after the miss with this number, which begins at 1.
  Duration wait(std::int64_t misses) const;
};

// The result of one check, as far as it concerns the life of the page.
struct LifeObservation {
  Time at{};
  CheckOutcome outcome = CheckOutcome::same;
  // Of a failed check: a stand-in answered, such as a soft-404 page or a temporary redirect.
  bool is_stand_in = false;

  static LifeObservation of(const PageCheck& check);
};

enum class LifeEvent : std::uint8_t {
  none,
  vanished,  // it was scheduled, and is missing now
  gave_up,   // it was gone, and has faded
  returned,  // it was missing, and is scheduled again
};

struct LifeStep;

struct PageLife {
  PageState state = PageState::scheduled;
  std::int64_t misses = 0;                // in a row; of a scheduled page, stand-ins
  std::optional<Time> next_recheck = {};  // of a missing page

  bool is_missing() const { return state != PageState::scheduled; }

  // Returns `gone` if a stand-in that answers now is to be taken for the end of the page: the page
  // is missing already, or stand-ins answered several times in a row. Returns `failed` otherwise.
  CheckOutcome outcome_of_stand_in() const;

  // Returns the life of the page after the check.
  LifeStep advance(const LifeObservation& seen, const GoneBackoff& backoff) const;

  friend bool operator==(const PageLife&, const PageLife&) = default;
};

struct LifeStep {
  PageLife life = {};
  LifeEvent event = LifeEvent::none;
};

// Reads the life of a page from its belief. A page without one is scheduled.
PageLife life_of(const PageBelief& belief);
PageLife life_of(const std::optional<PageBelief>& belief);

// Writes the life of a page into its belief. The next check of a scheduled page is left as it is:
// that is for the policy to set.
void set_life(PageBelief& belief, const PageLife& life);

}  // namespace freshet
