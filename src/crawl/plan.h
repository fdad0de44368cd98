// What a crawl was asked to do: every option in one place, decided before it begins.
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

// How fast one host is asked.
struct PaceOptions {
  Duration delay = std::chrono::seconds(15);            // from start to start
  int burst = 8;                                        // requests before the delay begins
  Duration crawl_delay_max = std::chrono::seconds(60);  // of what robots.txt asks for
  Duration backoff = std::chrono::seconds(30);          // after a 429 or 503 that says nothing
  Duration backoff_max = std::chrono::hours(1);         // doubled each time up to this
  Duration wait_max = std::chrono::minutes(2);          // longer waits put the host back
  int refusals_max = 6;                                 // 429 and 503 in a row: the visit ends
};

// How much of one host is taken.
struct VisitLimits {
  std::size_t pages = 100'000;
  unsigned depth = 20;                             // links from the home page
  std::size_t level_pages = 0;                     // of each depth; 0: no limit
  std::size_t requisites = 100'000;                // style sheets, images, ...
  std::size_t requisite_queries = 1000;            // of one path of requisites
  unsigned redirects = 10;                         // in a row
  int tries = 3;                                   // of a URL that fails
  int failures_in_a_row = 6;                       // then the host is taken for down
  int visits = 3;                                  // of a host that is down or refuses
  Duration retry_after = std::chrono::minutes(5);  // when a host that is down is tried again
  Duration slice = std::chrono::hours(1);          // then other hosts get their turn
  std::size_t sitemaps = 100;
  std::size_t sitemap_urls = 100'000;
  std::size_t new_pages = 100;                     // of a visit that checks known ones
  std::size_t page_bytes = std::size_t{16} << 20;  // of an unpacked page
  std::size_t unpack_ratio = 200;                  // unpacked to packed, past a megabyte
};

// How much of one registrable domain is taken, over all its hosts. 0: no limit.
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
  std::size_t grant = 32;      // pages of one kind that bring nothing new
};

struct Obedience {
  bool robots_txt = true;
  bool nofollow = true;
  bool noindex = true;
  bool noarchive = true;
};

// How the priority of a host that waits is estimated.
enum class LinkPriority : std::uint8_t { in_degree, bloom };

// What differs for one host.
struct HostOptions {
  std::optional<Duration> delay = {};
  std::optional<int> burst = {};
  std::optional<std::size_t> pages = {};
  std::optional<unsigned> depth = {};
};

struct CrawlPlan {
  std::string agent = "freshet";  // the product token that robots.txt may name
  std::string user_agent = "freshet";
  std::string accept_language = {};
  bool requisites = true;
  bool sitemaps = true;
  bool probe_soft_404 = true;
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
  std::size_t visits_max = 64;  // hosts at once
  std::int64_t hosts_per_address = 1;
  std::uint64_t bytes_per_second = 0;             // of all hosts together; 0: no limit
  std::size_t wanted_at_once = 10'000;            // URLs that others want of a host, a visit
  std::size_t batch_pages = 250;                  // acknowledged together ...
  Duration batch_time = std::chrono::seconds(1);  // ... or so often
  Duration patience = std::chrono::hours(1);      // hosts due later do not hold up the end
  std::uint64_t disk_reserve = std::uint64_t{256} << 20;  // left free
  std::size_t memory = std::size_t{160} << 20;  // of links that wait and bodies, of all visits
  std::map<std::string, HostOptions, std::less<>> hosts = {};  // by key
};

}  // namespace freshet
