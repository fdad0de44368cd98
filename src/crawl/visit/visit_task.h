// The input and the result of a visit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/memory_pool.h"
#include "catalog/rows.h"
#include "clean/page_look.h"
#include "crawl/judges.h"
#include "crawl/observation.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "crawl/shared_limits.h"
#include "crawl/sink.h"
#include "crawl/traffic.h"
#include "crawl/visit/page_order.h"
#include "crawl/visit_report.h"
#include "store/archive.h"
#include "url/host.h"
#include "web/address.h"
#include "web/events.h"
#include "web/resolver.h"
#include "web/web.h"

namespace freshet {

// The services of a run. All of them outlive the visit.
struct VisitTools {
  Events& events;
  Clock& clock;
  Web& web;
  Resolver& resolver;
  Sink* sink;
  Traffic& traffic;
  SharedLimits& shared;
  Archive& archive;
  Judges& judges;
  Scope& scope;
  const CrawlPlan& plan;
  Time crawl_began;
  Time run_began;  // of this process: URLs that failed before are tried again
  std::int64_t crawl_id = 0;
  bool wants_observations = false;  // observations of pages are recorded
  MemoryPool* links = nullptr;      // for waiting links of all visits; none: no limit
  // Shows people a sentence. It may be missing.
  std::function<void(const std::string&)> warn = {};
};

struct VisitTask {
  Host host;
  std::optional<LeaseFence> lease = {};   // on the host; none only in tests
  std::vector<IpAddress> addresses = {};  // they have passed the guard
  std::string continuation = {};
  std::string templates = {};  // of the host, packed; empty if none were learned
  std::vector<WantedUrl> wanted = {};
  bool is_more_wanted = false;  // than that
  // Holds memory for the continuation, then for the links of the visit, then for what it leaves.
  std::shared_ptr<MemoryShare> memory = {};

  // The visit checks the known pages of `orders`, and follows only links that are new.
  bool checks_known_pages = false;
  std::vector<CheckOrder> orders = {};
  bool wants_sitemaps = true;
  PageOrder* page_order = nullptr;  // of the pages it finds; none: breadth first
  bool wants_home_look = true;      // its home page is evidence of its name server
};

// A date that a sitemap or a feed gives for a page.
struct PageHint {
  std::string url;
  Time changed;
  bool is_of_feed = false;
};

// An order that was not carried out, and how many requests were made for it anyway.
struct UncheckedPage {
  std::string url;
  int asked = 0;
};

struct VisitEnd {
  std::optional<Time> due = {};  // when to go on; none: the host is done
  std::int64_t waiting = 0;      // URLs that are left for then
  bool has_used_slice = false;   // hosts that have not go first
  bool has_failed = false;       // the host failed too often to continue
  std::uint64_t pages = 0;       // of this visit alone
  std::string continuation = {};
  VisitReport report = {};
  std::vector<Host> adopted = {};             // hosts that replace this one, which has a seed
  std::vector<UncheckedPage> unchecked = {};  // of the orders
  std::vector<PageHint> hints = {};
  std::optional<PageLook> home = {};  // of the home page, if it was read in this visit
};

// Returns the pace for `host`.
PaceOptions pace_for(const CrawlPlan& plan, const Host& host);
// Returns the limits of a visit to `host`.
VisitLimits limits_for(const CrawlPlan& plan, const Host& host);

}  // namespace freshet
