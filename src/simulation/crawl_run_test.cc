#include "simulation/crawl_run.h"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "store/verify.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

TEST(CrawlRunTest, FindsASmallWorld) {
  SimulatedWeb web(
      {.seed = 3, .hosts = 8, .pages = 60, .features = {.traps = false, .misbehaviour = false}});
  Scratch scratch;
  CrawlRunOptions options;
  options.plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4), *Network::parse(kPracticeNetworkV6)});
  options.plan.pace.delay = std::chrono::milliseconds(50);
  options.seeds = {web.world.first_url()};
  const CrawlRunResult result = run_crawl(web, system_disk(), scratch / "a", options);
  ASSERT_TRUE(result.status) << result.status.error().message;
  EXPECT_TRUE(result.is_done);
  std::cerr << "visits " << result.totals.visits << " complete " << result.totals.complete
            << " failed " << result.totals.failed << " pages " << result.totals.pages
            << " requests " << result.totals.requests << " kept " << result.kept.kept << " tick "
            << web.events.tick().count() << " calls " << web.events.calls() << "\n";
  auto archive = Archive::open(system_disk(), scratch / "a");
  ASSERT_TRUE(archive);
  ASSERT_TRUE(archive->catalog().each_host([](const HostRow& row) {
    std::cerr << row.host.key() << " " << row.report << "\n";
    return true;
  }));
}

}  // namespace
}  // namespace freshet
