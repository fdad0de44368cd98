// The model learned from a refresh of the practice web, and the choice of the model for the next
// run.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "learn/learners.h"
#include "predict/shipped_first_sight.h"
#include "refresh/checked_pages.h"
#include "refresh/learned_model.h"
#include "simulation/refresh_run.h"
#include "store/archive_files.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

WorldPlan busy_world(std::uint64_t seed) {
  WorldPlan plan;
  plan.seed = seed;
  plan.hosts = 16;
  plan.pages = 220;
  plan.changes_per_day_min = 0.2;  // far more than in the training data of the shipped model
  plan.features.traps = false;
  plan.features.misbehaviour = false;
  plan.features.requisites = false;
  return plan;
}

class LearnRunTest : public testing::Test {
 protected:
  void live(const std::string& directory, std::uint64_t seed, Duration time) {
    SimulatedWeb web(busy_world(seed));
    RefreshRunOptions options;
    options.budget = 0.5;
    options.time = time;
    options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    const RefreshRunResult done = run_refresh(web, system_disk(), directory, options);
    ASSERT_TRUE(done.status) << done.status.error().message;
  }

  // Returns the geometric mean of the rates predicted at first sight.
  double guessed(const std::string& directory) {
    auto archive = Archive::open(system_disk(), directory);
    if (!archive) ADD_FAILURE() << archive.error().message;
    if (!archive) return 0;
    double sum = 0;
    double pages = 0;
    EXPECT_TRUE(archive->catalog().each_belief(std::nullopt, [&](const PageBelief& belief) {
      sum += std::log(belief.first_rate);
      pages += 1;
      return true;
    }));
    return std::exp(sum / pages);
  }

  Scratch scratch_;
};

TEST_F(LearnRunTest, WhatAnArchiveTeachesIsUsedByItsNextCrawl) {
  live(scratch_ / "taught", 1, std::chrono::days(20));
  auto archive = Archive::open(system_disk(), scratch_ / "taught");
  ASSERT_TRUE(archive);
  const auto checked = read_checked_pages(*archive);
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->unread, 0U);
  EXPECT_EQ(checked->found, checked->pages.size());
  for (const CheckedPage& page : checked->pages) {
    EXPECT_GE(page.checks.checks(), kChecksToLearnFrom);
    EXPECT_GT(page.look.links, 0) << page.url;
    EXPECT_FALSE(is_missing(page.look.has_etag));
  }
  const auto learned = relearn(checked->pages, shipped_first_sight(CountedChanges::content),
                               find_learner("boosting-small", 1)->learn, {});
  ASSERT_TRUE(learned) << learned.error().message;
  EXPECT_TRUE(learned->is_better());

  const std::string next = scratch_ / "next";
  ASSERT_TRUE(make_archive(system_disk(), next, Layout::log));
  ASSERT_TRUE(keep_learned_model(system_disk(), next, learned->model));
  live(next, 2, std::chrono::hours(1));
  EXPECT_GT(guessed(next), 5 * guessed(scratch_ / "taught"));
  EXPECT_GT(guessed(next), 0.3);
}

TEST_F(LearnRunTest, OfManyPagesTheSameSampleIsTakenEachTime) {
  live(scratch_ / "web", 3, std::chrono::days(8));
  auto archive = Archive::open(system_disk(), scratch_ / "web");
  ASSERT_TRUE(archive);
  const auto all = read_checked_pages(*archive);
  ASSERT_TRUE(all);
  ASSERT_GT(all->pages.size(), 20U);
  const auto some = read_checked_pages(*archive, 20);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->found, all->found);
  ASSERT_EQ(some->pages.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(some->pages[i].url, all->pages[i].url);
}

}  // namespace
}  // namespace freshet
