#include "simulation/system_run.h"

#include "simulation/crawl_run.h"

namespace freshet {

Result<Score> crawl_systems(std::uint64_t seed, const std::string& directory) {
  WorldPlan world;
  world.seed = seed;
  world.hosts = 8;
  world.pages = 160;
  world.features.traps = false;
  world.features.misbehaviour = false;
  world.features.systems = true;
  SimulatedWeb web(world);
  CrawlRunOptions options;
  options.plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4), *Network::parse(kPracticeNetworkV6)});
  options.plan.pace.delay = std::chrono::milliseconds(50);
  options.plan.requisites = false;
  options.seeds = {web.world.first_url()};
  options.archive.packing = warc::MemberPacking::stored;
  const CrawlRunResult done = run_crawl(web, system_disk(), directory, options);
  if (!done.status) return std::unexpected(done.status.error());
  auto archive = Archive::open(system_disk(), directory);
  if (!archive) return std::unexpected(archive.error());
  return score_crawl(web.world, *archive, web.web.log(),
                     {.delay = options.plan.pace.delay, .burst = options.plan.pace.burst});
}

}  // namespace freshet
