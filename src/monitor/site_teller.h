// Tells the events of the archive to the watches of prefixes and sites: pages that are new, changed
// or gone, and redesigns.
//
// Such a watch has no state for each page: it tells what the archive noted as an event with a
// meaningful change, once the first crawl of the site is over.
#pragma once

#include <vector>

#include "base/error.h"
#include "catalog/history_rows.h"
#include "monitor/active_watch.h"
#include "monitor/archived_pages.h"
#include "monitor/telling_maker.h"
#include "monitor/watch_book.h"

namespace freshet {

class SiteTeller {
 public:
  // All outlive it.
  SiteTeller(Registry& registry, WatchBook& book, ArchivedPages& pages)
      : registry_(registry), book_(book), pages_(pages) {}

  // Adds the messages about one event. Errors are those of reading the archive or the registry.
  Status tell(const PageEvent& event, TellingMaker& making, Time now);

 private:
  Status tell_page(const PageEvent& event, const ActiveWatch& watch, TellingMaker& making);
  Status tell_change(const PageEvent& event, const ActiveWatch& watch, TellingMaker& making);
  Status tell_redesign(const PageEvent& event, TellingMaker& making, Time now);

  Registry& registry_;
  WatchBook& book_;
  ArchivedPages& pages_;
};

}  // namespace freshet
