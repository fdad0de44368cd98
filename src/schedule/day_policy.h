// A refresh policy in whole days: picks the checks of a day, and receives their results. The replay
// of a history (lab/replay.h) drives it directly; schedule/daily_policy.h runs it as a
// RefreshPolicy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "predict/day_history.h"

namespace freshet {

// The facts that a policy may know about a page beforehand.
struct KnownPage {
  std::uint32_t site = 0;
  int first_day = 0;
  std::size_t first_class = 0;  // its change-rate group by first sight
  float weight = 1;
};

struct DayCheck {
  std::uint32_t page = 0;
  bool has_changed = false;  // since the previous check, or since it was first seen
};

// One day as the policy sees it: the pages that may still be checked today. They are known at least
// since yesterday and were not checked today.
struct PolicyDay {
  int day = 0;
  std::size_t checks_left = 0;
  std::span<const std::uint32_t> open;
  // All existing pages, whose state the policy keeps. Empty: those that are open when the day
  // begins.
  std::span<const std::uint32_t> known = {};
  std::optional<double> checks_per_day = {};  // if the budget does not follow the number of open
                                              // pages
};

class DayPolicy {
 public:
  virtual ~DayPolicy() = default;

  // Adds a page; pages are numbered from 0 in the order in which they are added.
  virtual void add(const KnownPage& page) = 0;

  // Puts up to `day.checks_left` of the open pages into `picks`, each once. Called again with the
  // rest until the day's checks are spent, nothing is open or nothing is picked; so a policy may
  // use the results of the first checks of a day before it picks the others.
  virtual void pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) = 0;

  // Records checks that were just picked.
  virtual void observe(int day, std::span<const DayCheck> checks) = 0;

  // Returns the priority of a check of the page on that day, on a scale of the policy's own.
  virtual double worth(std::uint32_t page, int day) const = 0;
};

// A page and its priority.
struct ScoredPage {
  float score = 0;
  std::uint32_t tie = 0;  // random
  std::uint32_t page = 0;
};

// Picks the `count` pages with the highest scores; ties are broken at random. Reorders `scored`.
void pick_highest(std::vector<ScoredPage>& scored, std::size_t count,
                  std::vector<std::uint32_t>& picks);

}  // namespace freshet
