// The pages in baskets mode, and the polls of each.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "crawl/observation.h"
#include "refresh/basket_watch.h"
#include "refresh/page_registry.h"
#include "refresh/planner_options.h"
#include "refresh/watch_list.h"

namespace freshet {

// Not thread-safe.
class BasketPages {
 public:
  BasketPages(const BasketsMode& mode, BasketClassifier classify);

  // Returns true if the page with this URL is to be in baskets mode.
  bool covers(std::string_view url) const { return list_.holds(url); }
  // The URLs that are named one by one.
  const std::set<std::string, std::less<>>& named() const { return list_.pages(); }

  // Adds a page; its copy of time `copied` is the first version. A page that is there stays.
  void add(PageIndex page, Time copied);
  void remove(PageIndex page);
  bool contains(PageIndex page) const { return pages_.contains(page); }
  bool empty() const { return pages_.empty(); }
  std::vector<PageIndex> pages() const;

  // Takes in a check of a page, and writes into its `stages` what has to be kept of the poll.
  // Returns false, and changes nothing, if the page is not in baskets mode or did not answer.
  bool observe(PageIndex page, const std::optional<ElementCounts>& elements, PageCheck& check);

  // Takes in a check of an earlier run, by time; has_polls says whether one of them was a poll.
  void restore(PageIndex page, const PageCheck& check);
  // Ends the restoring of a page that was last seen then. A page that was never polled begins with
  // its copy if that is recent enough for the first poll, or else with the next check.
  void end_restoring(PageIndex page, Time seen, Time now);

  // Returns when the page is polled next; none: as soon as possible. Updates polls_per_day().
  std::optional<Time> plan_poll(PageIndex page);
  // The sum over all pages, as planned last.
  double polls_per_day() const { return polls_per_day_; }

  // Returns the time of the copy that the next poll compares with, if there is one.
  std::optional<Time> compared_with(PageIndex page) const;
  // Describes where the page is in its detection or basket; none if it is not in baskets mode.
  std::optional<std::string> words(PageIndex page) const;

 private:
  struct Entry {
    BasketWatch watch;
    double polls_per_day = 0;
  };
  void set_polls(Entry& entry, double polls_per_day);

  WatchList list_;
  BasketRules rules_;
  std::unordered_map<PageIndex, Entry> pages_;
  double polls_per_day_ = 0;
};

}  // namespace freshet
