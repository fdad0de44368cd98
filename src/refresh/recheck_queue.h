// The queue of missing pages, by the time of their next re-check.
#pragma once

#include <map>
#include <optional>

#include "base/time.h"
#include "refresh/page_registry.h"

namespace freshet {

// Not thread-safe.
class RecheckQueue {
 public:
  // `longest` is the longest wait of a re-check: one that is planned for later was planned by a
  // clock that was ahead, and is due.
  explicit RecheckQueue(Duration longest) : longest_(longest) {}

  void add(PageIndex page, Time at) { pages_.emplace(at, page); }

  // Adds a re-check that was planned by an earlier run.
  void restore(PageIndex page, Time at, Time now);

  // The clock was set back to `now`: re-checks that the old clock put too far ahead become due.
  void set_back(Time now);

  // Takes out the page that is due first, if one is due at `now`.
  std::optional<PageIndex> take(Time now);

  const std::multimap<Time, PageIndex>& pages() const { return pages_; }

 private:
  Duration longest_;
  std::multimap<Time, PageIndex> pages_;
};

}  // namespace freshet
