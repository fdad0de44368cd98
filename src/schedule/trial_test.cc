#include "schedule/trial.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/group_errors.h"
#include "schedule/shipped_training.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

DayHistory random_history(std::uint64_t seed) {
  Random random(seed);
  DayHistory history;
  for (std::uint32_t site = 0; site < 30; ++site) {
    history.sites.push_back(std::to_string(site));
    const double rate = 0.1 * random.unit() * random.unit();
    for (int page = 0; page < 10; ++page) {
      DayPage& made = history.pages.emplace_back(DayPage{site, 0, 240, {}});
      for (std::int16_t day = 1; day < 240; ++day)
        if (random.with_probability(rate)) made.changes.push_back(day);
    }
  }
  return history;
}

TEST(Trial, EveryPolicyIsBetterThanNoChecksAtAll) {
  const DayHistory history = random_history(1);
  const Training training = train(random_history(2));
  TrialOptions options;
  options.budget = 0;
  const double without =
      score(*run_trial("uniform", history, training, options), PageWeights::pages).freshness;
  options.budget = 0.1;
  for (const std::string_view name : policy_names()) {
    const auto record = run_trial(name, history, training, options);
    ASSERT_TRUE(record) << name;
    EXPECT_GT(score(*record, PageWeights::pages).freshness, without + 0.1) << name;
    EXPECT_EQ(record->checks, 239U * 30) << name;
  }
}

TEST(Trial, AnUnknownPolicyIsNamedWithThoseThatExist) {
  const auto record = run_trial("best", random_history(1), {}, {});
  ASSERT_FALSE(record);
  EXPECT_TRUE(record.error().message.starts_with(
      "there is no policy \"best\"; there are default, uniform, "));
}

TEST(Trial, FoldsHoldEverySiteOutOnce) {
  const DayHistory history = random_history(3);
  const auto record = run_folds("site-prior", history, 4, {});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->sites, history.sites.size());
  float live = 0;
  for (std::size_t s = 0; s < record->sites; ++s) live += record->days[s].live;
  EXPECT_EQ(live, 300);
}

TEST(Trial, MoreFoldsThanSitesLeaveSomeEmpty) {
  DayHistory history{{"a"}, {{0, 0, 240, {100}}}};
  EXPECT_TRUE(run_folds("default", history, 3, {}));
}

TEST(Trial, FirstSightIsAskedForTheClassesOfTheGroups) {
  const DayHistory history = random_history(1);
  TrialOptions options;
  std::size_t asked = 0;
  options.first_sight = [&](const DayHistory& pages, const RateGroups& groups) {
    ++asked;
    EXPECT_EQ(groups.rates.size(), 4U);
    return std::vector<std::size_t>(pages.pages.size(), 0);
  };
  ASSERT_TRUE(run_trial("tree-history", history, train(history), options));
  ASSERT_TRUE(run_trial("tree-bayes", history, train(history), options));
  EXPECT_EQ(asked, 2U);
}

TEST(Trial, GroupErrorsFallAsPagesAreVisited) {
  const DayHistory history = random_history(4);
  const Training training = train(history);
  const auto first = random_classes(history, training.groups, 1);
  const double blind = group_error(history, training.groups, first, AfterFirstSight::nothing);
  EXPECT_NEAR(blind, 0.75, 0.1);
  EXPECT_LT(group_error(history, training.groups, first, AfterFirstSight::bayesian), blind);
  std::vector<std::size_t> right;
  for (const DayPage& page : history.pages)
    right.push_back(group_of(training.groups, true_rate(page)));
  EXPECT_EQ(group_error(history, training.groups, right, AfterFirstSight::nothing), 0);
}

TEST(Trial, WhatShipsIsWhatTheHistoryOfRealPagesTeaches) {
  if (!testkit::has_test_data("change-history/dev")) return;
  const auto history =
      read_change_history(system_disk(), testkit::test_data("change-history/dev").string());
  ASSERT_TRUE(history);
  for (const CountedChanges changes : {CountedChanges::any, CountedChanges::content}) {
    const Training trained = train(count_in_days(*history, changes));
    const Training shipped = shipped_training(changes);
    for (std::size_t i = 0; i < kRateSteps; ++i)
      EXPECT_NEAR(shipped.prior[i], trained.prior[i], 1e-5F);
    EXPECT_EQ(shipped.groups.sizes, trained.groups.sizes);
  }
}

}  // namespace
}  // namespace freshet
