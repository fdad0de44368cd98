// A refresh policy in a replay: it says which pages to check next, and is told what the checks saw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "predict/day_history.h"

namespace freshet {

// A policy may know of a page only this.
struct KnownPage {
  std::uint32_t site = 0;
  std::int16_t first_day = 0;
};

struct DayCheck {
  std::uint32_t page = 0;
  bool has_changed = false;  // since the check before, or since it was first seen
};

// One day of a replay as the policy sees it: the pages that may still be checked today. They are
// known since yesterday at least and were not checked today.
struct ReplayDay {
  int day = 0;
  std::size_t checks_left = 0;
  std::span<const std::uint32_t> open;
};

class Policy {
 public:
  virtual ~Policy() = default;

  // Puts into `picks` between one and `day.checks_left` of the open pages, each once. It is asked
  // again, with what is left, until the day's checks are spent or nothing is open; so it may look
  // at what the first checks of a day saw before it chooses the others.
  virtual void pick(const ReplayDay& day, Random& random, std::vector<std::uint32_t>& picks) = 0;

  // What the checks just picked have seen.
  virtual void observe(int day, std::span<const DayCheck> checks) = 0;
};

// A page and how much it deserves a check.
struct ScoredPage {
  float score = 0;
  std::uint32_t tie = 0;  // random
  std::uint32_t page = 0;
};

// The `count` pages of the highest scores; ties are broken at random. Changes the order of
// `scored`.
void pick_highest(std::vector<ScoredPage>& scored, std::size_t count,
                  std::vector<std::uint32_t>& picks);

}  // namespace freshet
