#include "simulation/crawl_run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "simulation/score.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

CrawlRunOptions options_for(const SimulatedWeb& web) {
  CrawlRunOptions options;
  options.plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4), *Network::parse(kPracticeNetworkV6)});
  options.plan.pace.delay = std::chrono::milliseconds(50);
  options.plan.fetch.body_bytes = 128 << 10;  // endless ones end sooner
  options.seeds = {web.world.first_url()};
  return options;
}

void expect_perfect(SimulatedWeb& web, const CrawlRunOptions& options) {
  Scratch scratch;
  const CrawlRunResult result = run_crawl(web, system_disk(), scratch / "a", options);
  ASSERT_TRUE(result.status) << result.status.error().message;
  EXPECT_TRUE(result.is_done);
  auto archive = Archive::open(system_disk(), scratch / "a");
  ASSERT_TRUE(archive);
  const auto score =
      score_crawl(web.world, *archive, web.web.log(),
                  {.delay = options.plan.pace.delay, .burst = options.plan.pace.burst});
  ASSERT_TRUE(score);
  EXPECT_TRUE(score->is_perfect()) << score->text();
  if (!score->is_perfect() || std::getenv("FRESHET_VERBOSE") != nullptr) {
    std::cerr << score->text();
    static_cast<void>(archive->catalog().each_host([](const HostRow& row) {
      std::cerr << row.host.key() << " " << static_cast<int>(row.place) << " " << row.report
                << "\n";
      return true;
    }));
  }
}

TEST(CrawlRunTest, FindsEveryPageOfAPlainWorld) {
  SimulatedWeb web(
      {.seed = 3, .hosts = 8, .pages = 60, .features = {.traps = false, .misbehaviour = false}});
  expect_perfect(web, options_for(web));
}

TEST(CrawlRunTest, FindsEveryPageOfABadWorld) {
  SimulatedWeb web({.seed = 5, .hosts = 60, .pages = 900});
  expect_perfect(web, options_for(web));
}

}  // namespace
}  // namespace freshet
