// The plan of a capture, before anything is asked of the site: orders, expected coherence of each
// policy, and how long it takes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/capture.h"
#include "base/error.h"
#include "base/time.h"

namespace freshet {

struct PlannedCapturePage {
  std::string url;
  double changes_per_day = 0;  // negative: unknown
  std::size_t visit = 0;       // place among the requests of its host, from 1
  std::size_t revisit = 0;     // 0: it is not revisited
};

struct PolicyOutlook {
  std::string policy;
  double coherence = 0;  // expected share of pages that are unchanged from visit to revisit
};

struct CapturePlanView {
  std::string policy;
  Duration slot{};  // between two requests to a host
  Duration takes{};
  std::size_t requests = 0;
  std::vector<PlannedCapturePage> pages = {};  // in the order of visits, host by host
  std::vector<PolicyOutlook> policies = {};    // the best first
};

// Plans a capture of the pages that the archive knows. Errc::not_found if it knows none of the
// hosts.
Result<CapturePlanView> plan_capture(ArchiveSession& session, const CaptureRequest& request);

std::string to_json(const CapturePlanView& plan);

}  // namespace freshet
