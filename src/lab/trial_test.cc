#include "lab/trial.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "lab/group_errors.h"
#include "lab/split.h"
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
  for (const std::string& name : trial_names()) {
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
  const DayHistory history{{"a"}, {{0, 0, 240, {100}}}};
  EXPECT_TRUE(run_folds("default", history, 3, {}));
}

// Pages of two kinds on every site: one changes every other day, and the number of links tells.
DayHistory telling_history() {
  DayHistory history;
  for (std::uint32_t site = 0; site < 12; ++site) {
    history.sites.push_back(std::to_string(site));
    for (int page = 0; page < 10; ++page) {
      DayPage& made = history.pages.emplace_back(DayPage{site, 0, 240, {}});
      for (std::int16_t day = 2; page % 2 == 0 && day < 240; day += 2) made.changes.push_back(day);
      history.features.push_back({page % 2 == 0 ? 100.0 : 5.0});
    }
  }
  return history;
}

TEST(Trial, TheTreeTellsTheGroupOfPagesOfSitesItHasNotSeen) {
  const DayHistory history = telling_history();
  for (const auto& splits : {split_by_site(history, 3, 1), split_by_page(history, 3, 1)}) {
    EXPECT_EQ(group_errors(splits, FirstClasses::first_sight, 1).at_first, 0);
    EXPECT_NEAR(group_errors(splits, FirstClasses::largest_group, 1).at_first, 0.5, 0.1);
  }
  TrialOptions options;
  options.budget = 0.3;
  DayHistory unseen = history;
  unseen.features.clear();
  for (const std::string_view name : {"tree-history", "tree-bayes"}) {
    const auto seen = run_folds(name, history, 3, options);
    const auto blind = run_folds(name, unseen, 3, options);
    ASSERT_TRUE(seen && blind) << name;
    EXPECT_GE(seen->useful, blind->useful) << name;
  }
  EXPECT_EQ(first_classes(unseen, train(history, Learned::first_sight)),
            first_classes(unseen, train(history)));
}

TEST(Trial, BasketsAreLearnedFromPagesThatWereFollowedLongEnough) {
  EXPECT_TRUE(train(random_history(1), Learned::baskets).baskets);
  EXPECT_FALSE(train(DayHistory{{"a"}, {{0, 0, 5, {}}}}, Learned::baskets).baskets);
  EXPECT_EQ(learned_for("baskets"), Learned::baskets);
  EXPECT_EQ(learned_for("default"), Learned::nothing);
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
