// Tells of any archive how coherent its copy of a host is at an instant (report/site_coherence.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/sightings.h"
#include "base/error.h"
#include "base/time.h"
#include "report/site_coherence.h"

namespace freshet {

struct CoherenceRequest {
  std::optional<Time> at = {};  // none: the instant at which most pages are proven
  ContentRule rule = ContentRule::judged;
  Interval within = kAlways;       // only sightings that began then
  std::string capture = {};        // the name of the capture that these times are those of
  bool wants_differences = false;  // lines that differ, of the first pages that changed
};

// A site at an instant, and where the records are that stand for its pages.
struct AssessedSite {
  SiteCoherence site;
  std::vector<PageRow> rows;         // of each page
  std::vector<SightPlace> versions;  // of each page; file 0: none is kept
};

// Reads the pages of a host. Errc::not_found if the archive has none with content.
Result<AssessedSite> assess_site(ArchiveSession& session, const Host& host,
                                 const CoherenceRequest& request);

// The verdict on one page at a time. Dates are judged by this page alone.
struct PageAtTime {
  PageCoherence page;
  SightPlace version = {};  // file 0: none is kept
  std::vector<Sighting> sightings = {};
  std::vector<SightPlace> places = {};  // of the sightings
};
Result<PageAtTime> page_at_time(ArchiveSession& session, const PageRow& page, Time at,
                                ContentRule rule = ContentRule::judged);

}  // namespace freshet
