#include "schedule/site_policy.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"
#include "lab/oracle_policy.h"
#include "lab/replay.h"
#include "lab/trial.h"

namespace freshet {
namespace {

double replayed_freshness(const DayHistory& history, double budget, DayPolicy& policy) {
  return score(replay(history, budget, policy, 1), PageWeights::pages).freshness;
}

// Sites whose pages all change on the same days, three times or so.
DayHistory bursts(std::uint64_t seed) {
  Random random(seed);
  DayHistory history;
  for (std::uint32_t site = 0; site < 20; ++site) {
    history.sites.push_back(std::to_string(site));
    std::vector<std::int16_t> days;
    for (int i = 0; i < 3; ++i) days.push_back(static_cast<std::int16_t>(20 + random.below(210)));
    std::ranges::sort(days);
    days.erase(std::ranges::unique(days).begin(), days.end());
    for (int page = 0; page < 25; ++page) history.pages.push_back({site, 0, 240, days});
  }
  return history;
}

TEST(SitePolicy, FollowsBurstsThatAPageByItselfCannotFollow) {
  const DayHistory history = bursts(4);
  const RateWeights prior = train(bursts(5)).prior;
  auto site_prior = site_prior_policy(known_pages(history), prior);
  auto ours = site_policy(known_pages(history), prior, {});
  auto oracle = oracle_policy(history);
  const double found = replayed_freshness(history, 0.05, *ours);
  EXPECT_GT(found, replayed_freshness(history, 0.05, *site_prior) + 0.02);
  EXPECT_GT(found, replayed_freshness(history, 0.05, *oracle) + 0.02);
}

TEST(SitePolicy, ChecksEveryPageNowAndThen) {
  DayHistory history{{"a", "b"}, std::vector<DayPage>(100)};
  for (std::size_t i = 0; i < 100; ++i) history.pages[i] = {i < 50 ? 0U : 1U, 0, 240, {}};
  // Site b changes once, late, after half a year in which nothing happened.
  for (std::size_t i = 50; i < 100; ++i) history.pages[i].changes = {200};
  auto policy = site_policy(known_pages(history), even_weights(), {});
  const ReplayRecord record = replay(history, 0.1, *policy, 1);
  const SiteDay& last = record.days[(kHistoryDays - 1 - kScoredFrom) * record.sites + 1];
  EXPECT_EQ(last.stale_after, 0);
}

// A site that changes every page at each check, to eat the budget.
TEST(SitePolicy, AHostileSiteTakesAtMostItsCap) {
  class Counting final : public DayPolicy {
   public:
    explicit Counting(std::unique_ptr<DayPolicy> policy) : policy_(std::move(policy)) {}
    void add(const KnownPage& page) override { policy_->add(page); }
    double worth(std::uint32_t page, int day) const override { return policy_->worth(page, day); }
    void pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) override {
      policy_->pick(day, random, picks);
    }
    void observe(int day, std::span<const DayCheck> checks) override {
      for (const DayCheck& check : checks) (check.page < 100 ? hostile : others) += 1;
      policy_->observe(day, checks);
    }
    std::uint64_t hostile = 0;
    std::uint64_t others = 0;

   private:
    std::unique_ptr<DayPolicy> policy_;
  };
  DayHistory history{{"hostile"}, {}};
  std::vector<std::int16_t> always;
  for (std::int16_t day = 1; day < 240; ++day) always.push_back(day);
  for (int i = 0; i < 100; ++i) history.pages.push_back({0, 0, 240, always});
  for (std::uint32_t site = 1; site <= 90; ++site) {
    history.sites.push_back(std::to_string(site));
    for (int i = 0; i < 10; ++i) history.pages.push_back({site, 0, 240, {60, 120, 180}});
  }
  Counting policy(site_policy(known_pages(history), even_weights(), {}));
  replay(history, 0.05, policy, 1);
  EXPECT_LE(policy.hostile, policy.others * 11 / 10);
}

// Two sites of one page each; the second gets a hundred more when the replay is nearly over, which
// changes nothing before.
TEST(SitePolicy, SitesThatCountOnceDoSoByThePagesOfTheDay) {
  DayHistory history{{"small", "growing"}, std::vector<DayPage>(2)};
  for (std::uint32_t i = 0; i < 2; ++i) {
    history.pages[i] = {i, 0, 240, {}};
    for (std::int16_t day = 1; day < 240; ++day) history.pages[i].changes.push_back(day);
  }
  SitePolicyOptions options;
  options.counts_sites = true;
  const auto useful = [&](const DayHistory& played) {
    auto policy = site_policy(known_pages(played), even_weights(), options);
    return replay(played, 0.5, *policy, 1).days;
  };
  const auto before = useful(history);
  for (int i = 0; i < 100; ++i) history.pages.push_back({1, 239, 240, {}});
  const auto after = useful(history);
  for (std::size_t i = 0; i < 200 * history.sites.size(); ++i)
    EXPECT_EQ(before[i].stale_after, after[i].stale_after) << i;
}

// A site of 4 pages and one of 100 that count the same, all checks explored: the root of the
// weights makes a page of the first 5 times as frequent, and none of the others is left out.
TEST(SitePolicy, ExploresPagesOfMoreWeightMoreOften) {
  constexpr std::uint32_t kSmall = 4;
  constexpr std::uint32_t kPages = 104;
  std::vector<KnownPage> pages;
  std::vector<std::uint32_t> open;
  for (std::uint32_t page = 0; page < kPages; ++page) {
    pages.push_back({.site = page < kSmall ? 0U : 1U});
    open.push_back(page);
  }
  SitePolicyOptions options;
  options.counts_sites = true;
  options.explored_share = 1;
  const auto policy = site_policy(pages, even_weights(), options);
  Random random(1);
  std::vector<double> checks_of(kPages, 0);
  for (int day = 1; day <= 600; ++day) {
    std::vector<std::uint32_t> picks;
    policy->pick({.day = day, .checks_left = 4, .open = open}, random, picks);
    std::vector<DayCheck> checks;
    for (const std::uint32_t page : picks) {
      checks.push_back({.page = page});
      checks_of[page] += 1;
    }
    policy->observe(day, checks);
  }
  for (std::uint32_t page = 0; page < kPages; ++page)
    EXPECT_NEAR(checks_of[page], page < kSmall ? 100 : 20, page < kSmall ? 15 : 3) << page;
}

TEST(SitePolicy, WeightsDrawChecksToWhatCounts) {
  const DayHistory history = bursts(6);
  std::vector<float> weights(history.pages.size(), 0.001F);
  for (std::size_t i = 0; i < 25; ++i) weights[i] = 1;
  auto plain = site_policy(known_pages(history), even_weights(), {});
  auto weighted = site_policy(known_pages(history), even_weights(), {}, weights);
  const auto first_site = [&](DayPolicy& policy) {
    std::vector<std::uint32_t> times(history.sites.size(), 0);
    times[0] = 1;
    return score(replay(history, 0.02, policy, 1), PageWeights::pages, times).freshness;
  };
  EXPECT_GT(first_site(*weighted), first_site(*plain));
}

}  // namespace
}  // namespace freshet
