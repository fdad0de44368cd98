// The trial of a watch: what it would compare and tell of a page that was just fetched, against the
// version in the archive. Nothing is kept.
#pragma once

#include <optional>
#include <string>

#include "app/archive_session.h"
#include "base/error.h"
#include "base/time.h"
#include "registrar/fetch_page.h"
#include "watch/page_part.h"
#include "watch/watch_compare.h"
#include "watch/watch_spec.h"

namespace freshet {

struct WatchTrial {
  FetchedPage page;                   // without its body
  PartText part = {};                 // the lines that are compared
  std::optional<Time> archived = {};  // the version that it is compared with; none: there is none
  WatchVerdict verdict = {};          // against that version
};

// {"url", "status", "problem", "kind", "found", "lines": [...], "archived", "event", "hunks"}.
std::string to_json(const WatchTrial& trial);

// Reads the page as the watch does. `session`: where older versions are; null: nowhere.
// Errc::invalid if the page or a part of the watch cannot be read.
Result<WatchTrial> try_watch(const WatchSpec& spec, FetchedPage page, ArchiveSession* session,
                             Time now);

}  // namespace freshet
