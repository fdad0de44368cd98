#include "engine/platform.h"

#include <utility>

namespace freshet {

VisitTools visit_tools(const LoopWorld& world, const WorkerTools& tools, const CrawlPlan& plan,
                       std::function<void(const std::string&)> warn) {
  return {.events = world.events,
          .clock = world.clock,
          .web = world.web,
          .resolver = world.resolver,
          .sink = &tools.sink,
          .traffic = tools.traffic,
          .shared = tools.shared,
          .archive = world.archive,
          .judges = world.judges,
          .scope = tools.scope,
          .plan = plan,
          .crawl_began = tools.crawl_began,
          .run_began = tools.run_began,
          .crawl_id = tools.crawl_id,
          .wants_observations = tools.wants_observations,
          .links = &tools.links,
          .warn = std::move(warn)};
}

}  // namespace freshet
