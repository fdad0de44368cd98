// Two captures of the same hosts beside each other: what became of the pages between them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/coherence.h"
#include "base/error.h"

namespace freshet {

// Pages of one host. A page is in a capture if it is there at the instant of the capture.
struct HostComparison {
  SiteCoherence first;
  SiteCoherence second;
  std::size_t same = 0;                   // in both, with the same content
  std::size_t same_proven = 0;            // of these: proven in both
  std::vector<std::string> changed = {};  // in both, with other content
  std::vector<std::string> only_first = {};
  std::vector<std::string> only_second = {};
};

// Errc::not_found if the archive has no capture of such a name, or the two have no host in common.
Result<std::vector<HostComparison>> compare_captures(ArchiveSession& session,
                                                     const std::string& first,
                                                     const std::string& second, ContentRule rule);

// Returns the request that judges the sightings of a capture, at the middle of its instants if it
// has any.
Result<CaptureRow> find_capture(ArchiveSession& session, const std::string& name);
CoherenceRequest request_of_capture(const CaptureRow& capture, ContentRule rule);

std::string to_json(const HostComparison& comparison);
std::string comparison_text(const HostComparison& comparison, PagesShown pages);

}  // namespace freshet
