// A summary of a crawl from the catalog: the states of its hosts, and the reasons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/frontier.h"
#include "crawl/crawl_record.h"
#include "crawl/visit_report.h"

namespace freshet {

// A host that was not taken completely, or that is being visited now.
struct NotedHost {
  std::string key;
  HostPlace place = HostPlace::known;
  std::optional<Time> next_due = {};
  VisitReport report = {};
  // URLs in the archive of a host that is being visited, if known.
  std::optional<std::uint64_t> kept_so_far = {};
};

// Number of hosts by reason.
using ReasonCounts = std::map<std::string, std::uint64_t, std::less<>>;

// Returns the most frequent ones, in descending order.
std::vector<std::pair<std::string, std::uint64_t>> most_frequent(const ReasonCounts& reasons,
                                                                 std::size_t count_max);

// A name server that was judged parking when its hosts were visited or left out.
struct ParkedServer {
  std::uint64_t left_out = 0;  // hosts
  std::uint64_t visited = 0;   // hosts, marked in their report; includes those that were probed
  std::uint64_t probed = 0;    // hosts
  ParkingNote newest = {};     // of one of them
};

struct CrawlSummary {
  std::optional<CrawlRow> crawl = {};  // the newest
  CrawlRecord record = {};             // of it
  HostCounts hosts = {};
  // Hosts by the result of their last visit.
  std::uint64_t complete = 0;
  std::uint64_t partial = 0;
  std::uint64_t failed = 0;
  ParkedServer parked = {};              // sums over all such name servers
  std::uint64_t pages = 0;               // of the last visits
  std::uint64_t stopped_early = 0;       // hosts that are partial, or complete only up to a limit
  ReasonCounts reasons = {};             // of these
  StatusCounts statuses = {};            // of the answers for pages and requisites
  DropCounts dropped = {};               // URLs that were not followed
  std::vector<NotedHost> stopped = {};   // the first of these
  std::vector<NotedHost> out = {};       // the first of those being visited
  std::vector<NotedHost> left_out = {};  // the first of those left out as parked
  std::map<std::string, ParkedServer, std::less<>> parked_servers = {};
};

// Lists at most `listed_max` hosts of each kind.
Result<CrawlSummary> summarise_crawl(Frontier& frontier, std::size_t listed_max);

}  // namespace freshet
