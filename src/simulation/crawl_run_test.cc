#include "simulation/crawl_run.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "simulation/score.h"
#include "store/verify.h"
#include "testkit/faulty_disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

CrawlRunOptions options_for(const SimulatedWeb& web) {
  CrawlRunOptions options;
  options.plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4), *Network::parse(kPracticeNetworkV6)});
  options.plan.pace.delay = std::chrono::milliseconds(50);
  options.plan.fetch.body_bytes = 128 << 10;  // endless bodies end sooner
  options.seeds = {web.world.first_url()};
  return options;
}

void expect_perfect(SimulatedWeb& web, const CrawlRunOptions& options) {
  const Scratch scratch;
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

// A host that waited for an address is resolved again when the address is free. If its name has
// vanished by then, the next host gets its turn, though no visit has ended.
TEST(CrawlRunTest, VisitsThoseWhoWaitBehindAHostWhoseNameIsGone) {
  std::map<std::string, int> asked;
  int lost = 0;
  SimulatedWeb web(
      {.seed = 5, .hosts = 16, .pages = 40, .features = {.traps = false, .misbehaviour = false}},
      {}, {.fault = [&](const std::string& name) -> std::optional<ResolveFailure> {
        if (++asked[name] != 2) return std::nullopt;
        ++lost;
        return ResolveFailure::no_such_name;
      }});
  const CrawlRunOptions options = options_for(web);
  const Scratch scratch;
  const CrawlRunResult result = run_crawl(web, system_disk(), scratch / "a", options);
  ASSERT_TRUE(result.status) << result.status.error().message;
  EXPECT_TRUE(result.is_done);
  EXPECT_GT(lost, 1);
  auto archive = Archive::open(system_disk(), scratch / "a");
  ASSERT_TRUE(archive);
  ASSERT_TRUE(archive->catalog().each_host([](const HostRow& row) {
    EXPECT_EQ(row.place, HostPlace::retired) << row.host.key() << " " << row.report;
    return true;
  }));
}

TEST(CrawlRunTest, FetchesNothingWhileTheDiskIsNearlyFullAndThenGoesOn) {
  SimulatedWeb web(
      {.seed = 3, .hosts = 8, .pages = 60, .features = {.traps = false, .misbehaviour = false}});
  CrawlRunOptions options = options_for(web);
  options.watches_disk = true;
  const Tick full{std::chrono::seconds(1)};
  const Tick free_again{std::chrono::minutes(10)};
  FaultyDisk disk(system_disk());
  disk.tell_free([&] {
    const bool is_full = web.events.tick() >= full && web.events.tick() < free_again;
    return is_full ? options.plan.disk_reserve - 1 : options.plan.disk_reserve * 2;
  });
  const Scratch scratch;
  const CrawlRunResult result = run_crawl(web, disk, scratch / "a", options);
  ASSERT_TRUE(result.status) << result.status.error().message;
  EXPECT_TRUE(result.is_done);

  std::size_t before = 0, meanwhile = 0, after = 0;
  for (const PracticeLogLine& line : web.web.log())
    ++(line.start < full ? before : line.start < free_again ? meanwhile : after);
  EXPECT_GT(before, 0u);
  EXPECT_EQ(meanwhile, 0u);
  EXPECT_GT(after, 0u);
  const auto verified = verify_archive(system_disk(), scratch / "a", {});
  EXPECT_TRUE(verified && verified->faults == 0);
  auto archive = Archive::open(system_disk(), scratch / "a");
  ASSERT_TRUE(archive);
  const auto score =
      score_crawl(web.world, *archive, web.web.log(),
                  {.delay = options.plan.pace.delay, .burst = options.plan.pace.burst});
  EXPECT_TRUE(score && score->is_perfect()) << score->text();
}

}  // namespace
}  // namespace freshet
