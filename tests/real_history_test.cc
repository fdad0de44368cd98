// Real sites, replayed as live ones: their pages change on the practice web when they did in truth,
// and the whole program keeps them as fresh as the replay of the history says it would.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "lab/replay.h"
#include "lab/trial.h"
#include "predict/change_history.h"
#include "predict/day_history.h"
#include "schedule/shipped_training.h"
#include "simulation/refresh_run.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

// The pages of one site that were there on all days.
DayHistory site_pages(const DayHistory& history, std::string_view site) {
  std::vector<bool> keeps(history.sites.size());
  for (std::size_t i = 0; i < keeps.size(); ++i) keeps[i] = history.sites[i] == site;
  DayHistory selected = select_sites(history, keeps);
  std::erase_if(selected.pages, [](const DayPage& page) {
    return page.first_day > 0 || page.end_day < kHistoryDays;
  });
  return selected;
}

void expect_live_like_replay(std::string_view site, double budget) {
  if (!testkit::has_test_data("change-history/dev")) return;
  const auto whole =
      read_change_history(system_disk(), testkit::test_data("change-history/dev").string());
  ASSERT_TRUE(whole) << whole.error().message;
  const DayHistory history = site_pages(count_in_days(*whole, CountedChanges::any), site);
  ASSERT_GT(history.pages.size(), 100U);
  const Training training = shipped_training(CountedChanges::any);
  const auto replayed = run_trial("default", history, training, {.budget = budget});
  ASSERT_TRUE(replayed) << replayed.error().message;
  const double expected = score(*replayed, PageWeights::pages).freshness;

  WorldPlan plan;
  plan.hosts = 1;
  plan.pages = history.pages.size();
  plan.features = {.robots = false,
                   .fine_rules = false,
                   .sitemaps = false,
                   .split_sitemaps = false,
                   .requisites = false,
                   .redirects = false,
                   .tls = false,
                   .directives = false,
                   .encodings = false,
                   .codings = false,
                   .validators = false,
                   .missing_pages = false,
                   .duplicates = false,
                   .cookies = false,
                   .shared_addresses = false,
                   .traps = false,
                   .misbehaviour = false};
  const Time zero = plan.began + std::chrono::days(30);
  auto script = std::make_shared<ChangeScript>();
  for (const DayPage& page : history.pages) {
    auto& times = script->pages.emplace_back();
    // What was before the first day is not in the data. Without this the server would tell of all
    // pages that they had not changed for a month, and be believed.
    times.push_back(zero - std::chrono::hours(1));
    for (const std::int16_t day : page.changes) times.push_back(zero + std::chrono::days(day));
  }
  plan.script = script;
  SimulatedWeb web(plan);
  RefreshRunOptions options = {};
  options.budget = budget;
  options.time = std::chrono::days(kHistoryDays);
  options.prior = training.prior;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  options.plan.pace.delay = std::chrono::milliseconds(100);
  options.planner.round = std::chrono::hours(3);
  options.planner.policy.interval_min = std::chrono::hours(23);
  const Scratch scratch;
  const RefreshRunResult done = run_refresh(web, system_disk(), scratch / "archive", options);
  ASSERT_TRUE(done.status) << done.status.error().message;
  ASSERT_EQ(done.truths.size(), history.pages.size());
  const double live = daily_freshness(done.truths, zero, kScoredFrom, kHistoryDays - 1);
  std::printf("%s, b = %.2f: live %.4f, replayed %.4f; %s\n", std::string(site).c_str(), budget,
              live, expected, done.text().c_str());
  EXPECT_NEAR(live, expected, 0.01);
}

TEST(RealHistoryTest, GithubIo) { expect_live_like_replay("github.io", 0.05); }

}  // namespace
}  // namespace freshet
