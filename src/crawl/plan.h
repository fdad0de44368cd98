// The plan of a crawl: all options in one place. Run::change_plan() may replace some of them later.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "html/tag_index.h"
#include "robots/robots_line.h"
#include "url/host.h"
#include "url/normal_form.h"
#include "web/address.h"
#include "web/web.h"

namespace freshet {

// The request rate at one host.
struct PaceOptions {
  Duration delay = std::chrono::seconds(15);            // from an answer to the next request
  int burst = 8;                                        // requests before the delay begins
  Duration crawl_delay_max = std::chrono::seconds(60);  // upper limit of the delay in robots.txt
  Duration backoff = std::chrono::seconds(30);          // after a 429 or 503 without Retry-After
  Duration backoff_max = std::chrono::hours(1);         // upper limit; doubled each time
  Duration wait_max = std::chrono::minutes(2);          // longer waits put the host back
  int refusals_max = 6;  // consecutive 429 and 503 that end the visit
};

// Limits of one host.
struct VisitLimits {
  std::size_t pages = 100'000;
  unsigned depth = 20;                           // links from the home page
  std::size_t level_pages = 0;                   // of each depth; 0: no limit
  std::size_t requisites = 100'000;              // style sheets, images, ...
  std::size_t requisite_queries = 1000;          // of one path of requisites
  unsigned redirects = 10;                       // consecutive
  int tries = 3;                                 // of a URL that fails
  int failures_in_a_row = 6;                     // then the host counts as down
  int visits = 3;                                // of a host that is down or refuses
  Duration down_wait = std::chrono::minutes(5);  // first wait before a host that is down is tried
                                                 // again
  Duration slice = std::chrono::hours(1);        // then other hosts get their turn
  std::size_t sitemaps = 100;
  std::size_t sitemap_urls = 100'000;
  std::size_t new_pages = 100;                     // of a visit that checks known ones
  std::size_t page_bytes = std::size_t{16} << 20;  // of a decompressed page
  std::size_t unpack_ratio = 200;                  // decompressed to compressed, beyond a megabyte
};

// Limits of one registrable domain, over all its hosts. 0: no limit.
struct DomainLimits {
  std::size_t hosts = 10'000;
  std::size_t pages = 1'000'000;
  std::size_t similar_hosts = 20;  // siblings with nearly the same home page
};

struct TrapLimits {
  std::size_t url_bytes = 2000;
  std::size_t segments = 20;   // of a path
  std::size_t repeats = 3;     // of one segment in a path
  std::size_t arguments = 16;  // of a query
  std::size_t grant = 32;      // pages of one kind without new content
};

struct Obedience {
  bool robots_txt = true;
  bool nofollow = true;
  bool noindex = true;
  bool noarchive = true;
};

// The estimate of a waiting host's priority.
enum class LinkPriority : std::uint8_t { in_degree, bloom };

// The treatment of hosts whose name server is judged parking (parking_watch.h) in a crawl.
enum class ParkingMode : std::uint8_t {
  off,   // name servers are not judged
  mark,  // such hosts are visited and marked in their report
  skip,  // such hosts are left out, but for a few
};

// Options that differ for one host.
struct HostOptions {
  std::optional<Duration> delay = {};
  std::optional<int> burst = {};
  std::optional<std::size_t> pages = {};
  std::optional<unsigned> depth = {};
};

struct CrawlPlan {
  std::string agent = "freshet";  // the product token for robots.txt
  std::string user_agent = "freshet";
  std::string accept_language = {};
  bool requisites = true;
  bool sitemaps = true;
  bool probe_soft_404 = true;
  bool learns_templates = true;
  ParkingMode parking = ParkingMode::mark;
  PaceOptions pace = {};
  VisitLimits limits = {};
  DomainLimits domains = {};
  TrapLimits traps = {};
  FetchLimits fetch = {};
  Obedience obey = {};
  RobotsOptions robots = {};
  NormalFormOptions normal_form = {};
  AddressGuard guard = {};
  Scripting scripting = Scripting::off;
  LinkPriority priority = LinkPriority::in_degree;
  std::size_t visits_max = 64;  // concurrent hosts
  std::int64_t hosts_per_address = 1;
  std::uint64_t bytes_per_second = 0;             // of all hosts; 0: no limit
  std::size_t wanted_at_once = 10'000;            // URLs of a host wanted by others, per visit
  std::size_t batch_pages = 250;                  // committed together ...
  Duration batch_time = std::chrono::seconds(1);  // ... or after this time
  Duration patience = std::chrono::hours(1);      // hosts due later do not delay the end
  std::uint64_t disk_reserve = std::uint64_t{256} << 20;  // left free
  std::size_t memory = std::size_t{160} << 20;  // of waiting links and bodies, of all visits
  std::map<std::string, HostOptions, std::less<>> hosts = {};  // by key
};

}  // namespace freshet
