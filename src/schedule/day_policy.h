// A refresh policy that counts in days: picks the checks of a day, and is told what they found. The
// replay of a history (lab/replay.h) drives it directly; schedule/daily_policy.h runs it as a
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

// All that a policy may know about a page beforehand.
struct KnownPage {
  std::uint32_t site = 0;
  int first_day = 0;
  std::size_t first_class = 0;  // its change-rate group by first sight
  float weight = 1;
};

struct DayCheck {
  std::uint32_t page = 0;
  bool has_changed = false;  // since the check before, or since it was first seen
};

// One day as the policy sees it: the pages that may still be checked today. They are known since
// yesterday at least and were not checked today.
struct PolicyDay {
  int day = 0;
  std::size_t checks_left = 0;
  std::span<const std::uint32_t> open;
  // All pages that are there, of which the policy remembers what it learned. Empty: those that are
  // open when the day begins.
  std::span<const std::uint32_t> known = {};
  std::optional<double> checks_per_day = {};  // of a budget that does not follow the open pages
};

class DayPolicy {
 public:
  virtual ~DayPolicy() = default;

  // Adds a page; pages are numbered from 0 in the order in which they are added.
  virtual void add(const KnownPage& page) = 0;

  // Puts into `picks` up to `day.checks_left` of the open pages, each once. Called again, with what
  // is left, until the day's checks are spent, nothing is open or nothing is picked; so a policy
  // may look at what the first checks of a day found before it picks the others.
  virtual void pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) = 0;

  // Takes in checks that were just picked.
  virtual void observe(int day, std::span<const DayCheck> checks) = 0;

  // Returns how much a page deserves a check on that day, on a scale of the policy's own.
  virtual double worth(std::uint32_t page, int day) const = 0;
};

// A page and how much it deserves a check.
struct ScoredPage {
  float score = 0;
  std::uint32_t tie = 0;  // random
  std::uint32_t page = 0;
};

// Picks the `count` pages of the highest scores; ties are broken at random. Changes the order of
// `scored`.
void pick_highest(std::vector<ScoredPage>& scored, std::size_t count,
                  std::vector<std::uint32_t>& picks);

}  // namespace freshet
