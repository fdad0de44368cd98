// The sightings of the pages of a host, from any archive: own crawls and refreshes, and imported
// WARC and WACZ of other crawlers.
//
// A snapshot is a sighting. A check without one (an answer to HEAD, or any check in the layout
// slots) is another, with the content that the history tells. Failures say nothing. The receipt of
// an answer is known from fetchTimeMs; a record of another crawler without it knows one time only,
// often cut to seconds: then its receipt is a second later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/content_numbers.h"
#include "base/error.h"
#include "coherence/invariance.h"
#include "coherence/sweep.h"
#include "coherence/trust.h"

namespace freshet {

// The place of the record of a sighting.
struct SightPlace {
  FileId file = 0;  // 0: there is none, the page was only checked
  std::uint64_t offset = 0;

  bool operator==(const SightPlace&) const = default;
};

struct SightedPage {
  PageRow page;
  std::vector<Sighting> sightings;  // by time; dates are trusted ones
  std::vector<SightPlace> places;   // of each
  std::optional<double> rate = {};  // changes a day, if there is any evidence
};

struct HostSightings {
  std::vector<SightedPage> pages;  // those that had content at some time
  HostDates dates;
  std::size_t without_content = 0;  // redirects, pages that were never there, robots.txt
  std::size_t unreadable = 0;       // records whose head cannot be read; their dates are missing
};

struct SightingOptions {
  ContentRule rule = ContentRule::judged;
  Interval within = kAlways;  // only sightings that began then
};

// Reads all pages of a host. Memory is that of its sightings.
Result<HostSightings> read_sightings(ArchiveSession& session, const Host& host,
                                     const SightingOptions& options);

// Reads one page; its dates are judged by this page alone.
Result<HostSightings> read_sightings(ArchiveSession& session, const PageRow& page,
                                     const SightingOptions& options);

// Returns the snapshot of a page at a place; Errc::not_found if it is not there any more.
Result<Found> snapshot_at(Archive& archive, const PageRow& page, const SightPlace& place);

// Visits the hosts of the archive that have pages, in the order of the catalog.
Status each_host(Archive& archive, const std::function<Status(const Host&)>& visit);

}  // namespace freshet
