#include "simulation/host_trouble.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "simulation/refresh_run.h"
#include "simulation/score.h"
#include "simulation/troubled_web.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;

WorldPlan small_plan(std::uint64_t seed, std::uint64_t hosts, std::uint64_t pages) {
  WorldPlan plan;
  plan.seed = seed;
  plan.hosts = hosts;
  plan.pages = pages;
  plan.features.traps = false;
  plan.features.misbehaviour = false;
  return plan;
}

TEST(HostTroubleTest, IsOfEveryKindAndTheSameForTheSameSeed) {
  const World world(small_plan(1, 100, 1000));
  const Time from = world.plan().began;
  const HostTrouble trouble(world, from, from + days(60));
  const HostTrouble again(world, from, from + days(60));
  std::set<Trouble> kinds;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const std::string name = world.hosts().by_number(number).name;
    EXPECT_EQ(trouble.at(name, from), Trouble::none) << name;
    for (int hour = 0; hour < 60 * 24; ++hour) {
      const Trouble now = trouble.at(name, from + hours(hour));
      EXPECT_EQ(now, again.at(name, from + hours(hour)));
      kinds.insert(now);
      const bool is_away = now != Trouble::none && now != Trouble::slow;
      EXPECT_EQ(is_in(trouble.away(name), from + hours(hour)), is_away) << name << " " << hour;
    }
  }
  EXPECT_EQ(kinds.size(), kTroubleCount + 1);
}

TEST(HostTroubleTest, TimeAwayIsNotHeldAgainstAPage) {
  const Time from = Time{} + days(100);
  // It changes on day 2, when its host has been down since day 1; it is back on day 6, and is
  // fetched on day 8.
  const PageTruth page{.url = "http://a.test/",
                       .changes = {from + days(2)},
                       .copies = {from, from + days(8)},
                       .away = {{.from = from + days(1), .until = from + days(6)}}};
  EXPECT_DOUBLE_EQ(freshness(page, from, from + days(10)), 3.0 / 5.0);
}

// Pages of hosts that were down once kept all others from being checked. In world 4 hosts with a
// third of the pages go down for good.
TEST(TroubledRefreshTest, KeepsThePagesFreshThatCanBeReached) {
  const Scratch scratch;
  double fresh = 0, uniform = 0, oracle = 0;
  for (const std::uint64_t seed : {3u, 4u}) {
    TroubledWeb troubled(small_plan(seed, 8, 200), days(30));
    RefreshRunOptions options;
    options.time = days(30);
    options.budget = 0.1;
    options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    options.plan.requisites = false;
    options.trouble = &troubled.trouble;
    const std::string directory = scratch / std::to_string(seed);
    const RefreshRunResult done = run_refresh(troubled.web, system_disk(), directory, options);
    ASSERT_TRUE(done.status) << done.status.error().message;
    auto archive = Archive::open(system_disk(), directory);
    ASSERT_TRUE(archive);
    const auto score =
        score_crawl(troubled.web.world, *archive, troubled.web.web.log(),
                    {.delay = options.plan.pace.delay, .burst = options.plan.pace.burst});
    ASSERT_TRUE(score) << score.error().message;
    EXPECT_EQ(score->forbidden, std::vector<std::string>{}) << "seed " << seed;
    EXPECT_EQ(score->impolite, std::vector<std::string>{}) << "seed " << seed;
    fresh += done.fresh;
    uniform += done.uniform_fresh;
    oracle += done.oracle_fresh;
  }
  EXPECT_GT(fresh, uniform) << "sums over the seeds";
  EXPECT_GT(fresh, 0.88 * oracle) << "sums over the seeds";
}

}  // namespace
}  // namespace freshet
