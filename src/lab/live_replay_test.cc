#include "lab/live_replay.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "lab/replay.h"
#include "lab/trial.h"
#include "schedule/shipped_training.h"
#include "schedule/site_policy.h"

namespace freshet {
namespace {

// Sites of many sizes; half of them change in releases, the others page by page.
DayHistory mixed_history(std::uint64_t seed) {
  Random random(seed);
  DayHistory history;
  for (std::uint32_t site = 0; site < 16; ++site) {
    history.sites.push_back(std::to_string(site));
    std::vector<std::int16_t> releases;
    for (std::int16_t day = 1; day < 240; ++day)
      if (random.with_probability(0.015)) releases.push_back(day);
    const std::uint64_t pages = 2 + random.below(site % 4 == 0 ? 60 : 12);
    for (std::uint64_t i = 0; i < pages; ++i) {
      const auto first = static_cast<std::int16_t>(random.below(3) == 0 ? random.below(100) : 0);
      DayPage page{site, first, static_cast<std::int16_t>(240 - random.below(60)), {}};
      const double rate = 0.05 * random.unit() * random.unit();
      for (std::int16_t day = static_cast<std::int16_t>(first + 1); day < page.end_day; ++day) {
        const bool is_release = std::ranges::binary_search(releases, day);
        if (site % 2 == 0 ? is_release : random.with_probability(rate)) page.changes.push_back(day);
      }
      history.pages.push_back(std::move(page));
    }
  }
  return history;
}

double freshness_of(const DayHistory& history, double budget, DayPolicy& policy) {
  return score(replay(history, budget, policy, 1), PageWeights::pages).freshness;
}

TEST(LiveReplay, IsAsFreshAsThePolicyOfTheReplay) {
  const RateWeights prior = train(mixed_history(2)).prior;
  double replayed = 0;
  double live = 0;
  for (const std::uint64_t seed : {1u, 3u}) {
    const DayHistory history = mixed_history(seed);
    replayed += freshness_of(history, 0.05, *site_policy(known_pages(history), prior, {})) / 2;
    live += freshness_of(history, 0.05, *live_replay(known_pages(history), prior, {})) / 2;
  }
  EXPECT_NEAR(live, replayed, 0.01);
}

TEST(LiveReplay, WeightsDrawChecksToWhatCounts) {
  const DayHistory history = mixed_history(8);
  std::vector<float> weights(history.pages.size(), 0.001F);
  std::vector<std::uint32_t> times(history.sites.size(), 0);
  times[4] = 1;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (history.pages[i].site == 4) weights[i] = 1;
  const auto of_site = [&](const std::vector<float>& given) {
    const auto policy = live_replay(known_pages(history), even_weights(), {}, given);
    return score(replay(history, 0.02, *policy, 1), PageWeights::pages, times).freshness;
  };
  EXPECT_GT(of_site(weights), of_site({}));
}

TEST(LiveReplay, EveryPolicyOfTheRegistryReplaysAHistory) {
  DayHistory history;
  history.sites = {"a.example"};
  for (int i = 0; i < 20; ++i) {
    DayPage page;
    page.end_day = kHistoryDays;
    for (std::int16_t day = 1; day < kHistoryDays; day = static_cast<std::int16_t>(day + 1 + i))
      page.changes.push_back(day);
    history.pages.push_back(page);
  }
  for (const PolicyRow& row : policies()) {
    const auto policy = make_day_policy(row, {.training = shipped_training(CountedChanges::any)});
    for (const KnownPage& page : known_pages(history)) policy->add(page);
    const ReplayRecord record = replay(history, 0.25, *policy, 1);
    EXPECT_EQ(record.checks, 5U * (kHistoryDays - 1)) << row.name;
    EXPECT_GT(score(record, PageWeights::pages).freshness, 0.2) << row.name;
  }
}

// The replay drives a policy that has only a real-time form through the adapter.
TEST(LiveReplay, APolicyThatRunsInRealTimeCanBeReplayed) {
  PolicyRow row = policies().front();
  row.make_daily = nullptr;
  const auto policy = make_day_policy(row, {.training = shipped_training(CountedChanges::any)});
  policy->add({.site = 0, .first_day = 0});
  Random random(1);
  const std::vector<std::uint32_t> open = {0};
  std::vector<std::uint32_t> picks;
  policy->pick({.day = 1, .checks_left = 1, .open = open}, random, picks);
  EXPECT_EQ(picks, open);
}

}  // namespace
}  // namespace freshet
