// Checks watches of single pages against the looks of their page that they have not seen yet.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "monitor/active_watch.h"
#include "monitor/archived_pages.h"
#include "monitor/page_looks.h"
#include "monitor/telling_maker.h"

namespace freshet {

// Of a longer backlog the newest are compared.
inline constexpr std::size_t kLooksAtOnce = 64;

// The bodies of a page that its watches share while they are checked.
class SharedBodies {
 public:
  SharedBodies(ArchivedPages& pages, const WatchedHistory& history)
      : pages_(pages), history_(history) {}

  Result<const PageBody*> find(const SnapshotRow& version);
  ArchivedPages& pages() { return pages_; }
  const WatchedHistory& history() const { return history_; }

 private:
  ArchivedPages& pages_;
  const WatchedHistory& history_;
  std::map<Time, PageBody> bodies_;
};

// Where a watch stands after its looks; it counts once the telling is committed.
struct WatchOutcome {
  WatchCondition condition = WatchCondition::working;
  Time checked = {};
  bool needs_recheck = false;
};

// Compares the looks, each with the state that the one before has left, and adds progress and
// messages to `making`. `looks` is not empty. Errors are those of reading the archive or the
// registry: the looks must come again.
Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const std::vector<CheckLook>& looks, SharedBodies& bodies,
                                 TellingMaker& making);

// The answer to a request of the watch alone.
struct PrivateAnswer {
  Time at = {};
  int status = 0;
  std::string problem = {};  // why there is nothing to compare
  std::string content_type = {};
  std::string body = {};
};

// The same for an answer that is not in the archive. Whole pages are compared line by line: there
// are no earlier versions from which the judge could learn noise.
Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const PrivateAnswer& answer, TellingMaker& making);

// The same for a look without a page: the host gave no answer.
Result<WatchOutcome> check_watch(Registry& registry, const ActiveWatch& watch,
                                 const CheckLook& look, TellingMaker& making);

}  // namespace freshet
