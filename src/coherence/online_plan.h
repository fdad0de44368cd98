// The order of visits where pages are found only while the capture runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include "base/time.h"
#include "coherence/plan.h"

namespace freshet {

// Hands out the known pages in the order of our plan for them: hopeless ones first, then ever
// hotter ones. Pages that are added later are merged into the order by their rates, and the plan is
// made anew when a quarter of the waiting pages is new. Not thread-safe.
class OnlinePlan {
 public:
  // `expected_pages` is how many pages the site will have: those that are still to be found are
  // visited after the known ones, which makes the intervals of these longer. 0: unknown; then as
  // many are expected to be found as are waiting.
  explicit OnlinePlan(Duration slot, std::size_t expected_pages = 0)
      : slot_(slot), expected_pages_(expected_pages) {}

  // Adds a page that was found, under the caller's number; each number once.
  void add(std::uint32_t page, double changes_per_day);

  // Returns the next page to visit, of one rate the lowest number; none if all that were added are
  // visited.
  std::optional<std::uint32_t> next();

  std::size_t waiting() const { return planned_.size() - taken_ + added_.size(); }

 private:
  struct Waiting {
    double rate = 0;
    std::uint32_t page = 0;
    bool operator>(const Waiting& other) const {
      return rate != other.rate ? rate > other.rate : page > other.page;
    }
  };

  void replan();

  Duration slot_;
  std::size_t expected_pages_;
  std::size_t visited_ = 0;
  std::vector<Waiting> planned_;  // in the order of visits; those before `taken_` are visited
  std::size_t taken_ = 0;
  std::size_t hopeless_end_ = 0;  // where the hopeless pages of `planned_` end
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> added_;  // coldest first
};

// Returns the capture of a site whose pages are found on others (site.parents), by this order, with
// the best revisits (coherence/revisits.h). Without parents all pages are known.
CapturePlan plan_while_discovering(const PlannedSite& site);

}  // namespace freshet
