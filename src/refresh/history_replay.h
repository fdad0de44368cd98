// Brings a new planner to the state of one that ran all the time, from what is stored.
//
//   for each page:             replay.add_page(...)
//   for each check:            replay.add_check(...)
//   replay.run()               schedules pages and applies checks by time
//   for each check of a page in baskets mode, by time:   replay.add_poll(...)
//   replay.end()
#pragma once

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "refresh/evidence.h"
#include "refresh/recheck_queue.h"
#include "refresh/scheduled_pages.h"

namespace freshet {

// Returns true if pages with this belief, or without one, are checked: HTML and requisites.
bool is_checked(const PageWithBelief& page);
bool is_requisite(const PageWithBelief& page);

// Not thread-safe.
class HistoryReplay {
 public:
  // `pages` and `rechecks` are empty and outlive it.
  HistoryReplay(ScheduledPages& pages, RecheckQueue& rechecks, Time now)
      : pages_(pages), rechecks_(rechecks), now_(now) {}

  // The page has a host, and is_checked.
  void add_page(const PageWithBelief& page);
  // Ignores checks of other pages, and checks that a clock ahead of `now` has dated.
  void add_check(const PageCheck& check);

  // Applies all steps by time. Where the checks do not tell the whole history, as in a catalog that
  // was made again, the life in the belief of a page counts.
  void run();

  // Returns the pages in baskets mode; their checks are for add_poll.
  std::vector<PageId> polled_pages() const;
  void add_poll(const PageCheck& check);
  void end();

 private:
  // A page was first seen, or checked.
  struct Step {
    PageIndex page = 0;
    bool is_first = false;
    CheckFacts facts = {};
  };
  void date_first_sights();

  ScheduledPages& pages_;
  RecheckQueue& rechecks_;
  const Time now_;
  std::vector<Step> steps_;
  std::vector<PageIndex> missing_;  // by their beliefs
  std::unordered_map<PageIndex, PageId> polled_;
};

}  // namespace freshet
