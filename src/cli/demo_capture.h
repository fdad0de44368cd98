// The end of the demo: a site of the made-up web is captured while it changes, in virtual time.
#pragma once

#include <expected>
#include <string>

#include "app/capture.h"
#include "cli/command.h"
#include "crawl/plan.h"
#include "practice/world_plan.h"

namespace freshet {

struct DemoCapture {
  CaptureResult result;
  std::string archive;  // its directory, in that of the demo
  std::string report;   // the path of an HTML page with the coherence strip
};

// `world` tells the seed of the site; `directory` is the archive of the demo.
std::expected<DemoCapture, Failure> capture_changing_site(const Session& session,
                                                          const WorldPlan& world, CrawlPlan plan,
                                                          const std::string& directory);

}  // namespace freshet
