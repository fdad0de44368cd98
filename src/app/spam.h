// Judges which hosts of an archive are parked, by their home pages, name servers and redirects.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "clean/parking.h"
#include "store/selection.h"

namespace freshet {

inline constexpr std::size_t kSpamHostsMax = 500'000;      // judged at once
inline constexpr std::size_t kSpamLandingsOfSiteMax = 16;  // pages of a site that hosts redirect to

struct SpamRequest {
  Selection selection = {};  // hosts, domains and times
  bool uses_lists = true;    // known parking providers count as evidence
};

struct Spam {
  ParkingReport report;
  std::size_t hosts_without_home = 0;  // hosts without a home page that can be judged
  std::size_t hosts_by_address = 0;    // grouped by address: their name servers are unknown
};

// Hosts whose name servers are unknown are grouped by their address, or judged by their pages
// alone. Errc::limit if there are too many hosts.
Result<Spam> find_spam(ArchiveSession& session, const SpamRequest& request);

std::string to_json(const Spam& spam);

}  // namespace freshet
