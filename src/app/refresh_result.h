// The result of a refresh: its checks, and the pages that were added, changed or removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "catalog/history_rows.h"
#include "refresh/planner.h"

namespace freshet {

struct RefreshResult {
  RefreshCounts counts = {};
  RefreshView view = {};                 // of all pages, at the end
  std::string outcome = {};              // why the run ended, in a phrase
  std::vector<PageEvent> events = {};    // of the run, without cosmetic changes
  std::optional<PlannedPage> next = {};  // the next check
  Time now{};
};

// Collects the result of a run with `planner`, whose events come behind number `last_event`.
Result<RefreshResult> refresh_result(ArchiveSession& session, const Planner& planner,
                                     std::int64_t last_event, std::string outcome);

// An object for each event of a running refresh; the last one is that of the result.
std::string page_event_json(const PageEvent& event);
std::string to_json(const RefreshResult& result);

}  // namespace freshet
