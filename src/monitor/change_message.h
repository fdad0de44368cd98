// The verdict of a watch as a message to people. Pure. Links are added when it is sent
// (message_links.h).
#pragma once

#include <optional>
#include <string>

#include "change/judge.h"
#include "monitor/page_looks.h"
#include "notify/message.h"
#include "registry/watches.h"
#include "watch/watch_compare.h"

namespace freshet {

// A check of a watch, and what followed from it.
struct WatchFinding {
  const WatchRow& watch;
  Time at = {};
  std::string page = {};   // the URL
  std::string title = {};  // of the page; empty: it has none, or none was read
  const WatchVerdict& verdict;
  std::optional<Change> change = {};     // the judge's, of a whole page
  std::optional<Time> old_version = {};  // of the archive
  std::optional<Time> new_version = {};
};

// The verdict tells something.
ChangeMessage message_of(const WatchFinding& finding);

// Returns true for messages that go to the error channels of a watch.
bool is_trouble(MessageKind kind);

// Returns the message with the name and tags of its watch.
MessageWatch message_watch(const WatchRow& watch);

}  // namespace freshet
