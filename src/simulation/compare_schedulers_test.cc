#include "simulation/compare_schedulers.h"

#include <gtest/gtest.h>

#include "schedule/policy_registry.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

SchedulerComparison compare(std::uint64_t seed) {
  const Scratch scratch;
  const auto done = compare_schedulers(system_disk(), scratch / "runs",
                                       {.seed = seed, .hosts = 3, .pages = 30, .days = 4});
  EXPECT_TRUE(done) << done.error().message;
  return done.value_or(SchedulerComparison{});
}

TEST(CompareSchedulers, OptimisedChecksGoToPagesThatChange) {
  const SchedulerComparison comparison = compare(1);
  ASSERT_EQ(comparison.runs.size(), 3U);
  const SchedulerRun& normal = comparison.runs[0];
  const SchedulerRun& optimised = comparison.runs[1];
  const SchedulerRun& own = comparison.runs[2];
  // Each page once a day, regardless of its rate: from the end of the first day to that of the
  // last.
  ASSERT_GE(normal.pages.size(), 25U);
  for (const ScheduledPage& page : normal.pages) {
    EXPECT_GE(page.checks.size(), 3U);
    EXPECT_LE(page.checks.size(), 4U);
    EXPECT_EQ(page.basket_hours, 24);
  }
  EXPECT_EQ(normal.gains.front().information, -20);
  EXPECT_EQ(normal.gains.front().processing, 20);
  EXPECT_EQ(normal.gains.front().longer, 1);
  EXPECT_LT(optimised.gains.front().given_hours, optimised.gains.rbegin()[1].given_hours);
  EXPECT_GT(optimised.gains.back().right, normal.gains.back().right);
  EXPECT_GT(optimised.seen, normal.seen);
  EXPECT_LT(optimised.delay_hours, normal.delay_hours);
  // The same number of checks, up to rounding of days and the last round.
  EXPECT_NEAR(static_cast<double>(own.checks), static_cast<double>(optimised.checks),
              0.1 * static_cast<double>(optimised.checks));
  EXPECT_GT(own.fresh, normal.fresh);
}

TEST(CompareSchedulers, EveryPolicyOfTheRegistryCanBeCompared) {
  const Scratch scratch;
  const auto done = compare_schedulers(
      system_disk(), scratch / "runs",
      {.seed = 1, .hosts = 2, .pages = 12, .days = 3, .policies = policy_names()});
  ASSERT_TRUE(done) << done.error().message;
  ASSERT_EQ(done->runs.size(), 3 + policies().size());
  for (const SchedulerRun& run : done->runs) {
    EXPECT_GT(run.checks, 0U) << run.name;
    EXPECT_GT(run.fresh, 0) << run.name;
  }
}

TEST(CompareSchedulers, AnUnknownPolicyIsAnError) {
  const Scratch scratch;
  const auto done = compare_schedulers(system_disk(), scratch / "runs", {.policies = {"hope"}});
  ASSERT_FALSE(done);
  EXPECT_TRUE(done.error().message.starts_with("there is no policy \"hope\"; there are default, "));
}

TEST(CompareSchedulers, TheSameSeedGivesTheSameComparison) {
  EXPECT_EQ(schedulers_html(compare(2)), schedulers_html(compare(2)));
}

}  // namespace
}  // namespace freshet
