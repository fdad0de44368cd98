#include "lab/replay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/plain_policies.h"

namespace freshet {
namespace {

// Checks given pages on given days, and remembers what it was told.
class Script final : public DayPolicy {
 public:
  explicit Script(std::vector<std::pair<int, std::uint32_t>> plan) : plan_(std::move(plan)) {}

  void add(const KnownPage&) override {}
  double worth(std::uint32_t, int) const override { return 0; }
  void pick(const PolicyDay& day, Random&, std::vector<std::uint32_t>& picks) override {
    for (const auto& [on, page] : plan_)
      if (on == day.day) picks.push_back(page);
    if (picks.empty()) picks.push_back(day.open.back());
  }
  void observe(int day, std::span<const DayCheck> checks) override {
    for (const DayCheck& check : checks)
      if (check.has_changed) found.push_back(day);
  }

  std::vector<int> found;

 private:
  std::vector<std::pair<int, std::uint32_t>> plan_;
};

DayHistory two_pages() {
  DayHistory history{{"a", "b"}, std::vector<DayPage>(2)};
  history.pages[0] = {0, 0, 240, {100, 105}};
  history.pages[1] = {1, 0, 240, {}};
  return history;
}

TEST(Replay, CountsFreshnessBeforeAndAfterTheChecksOfADay) {
  // One check a day; it goes to page 1, except on day 110. Page 0 is stale before the checks on
  // days 100 to 110 and after them on days 100 to 109.
  const DayHistory history = two_pages();
  Script script({{110, 0}});
  const ReplayRecord record = replay(history, 0.5, script, 1);
  EXPECT_EQ(record.checks, 239U);  // none on the first day of a page
  EXPECT_EQ(record.useful, 1U);
  EXPECT_EQ(script.found, (std::vector<int>{110}));
  const double stale_before = 11.0 / 2 / 210;
  const double stale_after = 10.0 / 2 / 210;
  const ReplayScore pages = score(record, PageWeights::pages);
  EXPECT_NEAR(pages.freshness, 1 - (stale_before + stale_after) / 2, 1e-6);
  // Age is counted from the first change that was not seen: 0 + 1 + ... + 10 days.
  EXPECT_NEAR(pages.age_days, 55.0 / 2 / 210, 1e-6);
  EXPECT_NEAR(pages.useful_share, 1.0 / 239, 1e-9);
}

TEST(Replay, APageIsInTheChoiceOnlyWhileItLives) {
  DayHistory history{{"a"}, std::vector<DayPage>(2)};
  history.pages[0] = {0, 0, 240, {}};
  history.pages[1] = {0, 50, 60, {55}};
  Script script({});
  const ReplayRecord record = replay(history, 1, script, 1);
  EXPECT_EQ(record.checks, 239U + 9U);
  EXPECT_EQ(script.found, (std::vector<int>{55}));
}

TEST(Replay, SitesCountOnceWhateverTheirPages) {
  DayHistory history{{"large", "small"}, std::vector<DayPage>(10)};
  for (std::size_t i = 0; i < 10; ++i) history.pages[i] = {i < 9 ? 0U : 1U, 0, 240, {}};
  history.pages[9].changes = {1};
  auto policy = uniform_policy(known_pages(history));
  const ReplayRecord record = replay(history, 0, *policy, 1);
  EXPECT_NEAR(score(record, PageWeights::pages).freshness, 0.9, 1e-6);
  EXPECT_NEAR(score(record, PageWeights::sites).freshness, 0.5, 1e-6);
  EXPECT_NEAR(score(record, PageWeights::sites, {3, 1}).freshness, 0.75, 1e-6);
  const ConfidenceInterval interval = freshness_interval(record, PageWeights::sites, 500, 1);
  EXPECT_NEAR(interval.low, 0, 1e-6);
  EXPECT_NEAR(interval.high, 1, 1e-6);
  const ConfidenceInterval none = difference_interval(record, record, PageWeights::pages, 100, 1);
  EXPECT_EQ(none.low, 0);
  EXPECT_EQ(none.high, 0);
}

TEST(Replay, DrawsOfSitesWithoutPagesDoNotCount) {
  DayHistory history{{"with a page", "over before the score begins"}, std::vector<DayPage>(2)};
  history.pages[0] = {0, 0, 240, {}};
  history.pages[1] = {1, 0, 10, {}};
  auto policy = uniform_policy(known_pages(history));
  const ReplayRecord record = replay(history, 0, *policy, 1);
  EXPECT_EQ(freshness_interval(record, PageWeights::pages, 200, 1).low, 1);
}

TEST(Replay, PoolsRecordsOfDisjointSites) {
  const DayHistory stale{{"a"}, {{0, 0, 240, {1}}}};
  const DayHistory fresh{{"b"}, {{0, 0, 240, {}}}};
  auto first = uniform_policy(known_pages(stale));
  auto second = uniform_policy(known_pages(fresh));
  const ReplayRecord both = pool({replay(stale, 0, *first, 1), replay(fresh, 1, *second, 1)});
  EXPECT_EQ(both.sites, 2U);
  EXPECT_NEAR(score(both, PageWeights::pages).freshness, 0.5, 1e-6);
}

TEST(Replay, IsTheSameForTheSameSeed) {
  DayHistory history{{"a"}, std::vector<DayPage>(50)};
  for (std::size_t i = 0; i < 50; ++i)
    history.pages[i] = {0, 0, 240, {static_cast<std::int16_t>(10 + i), 200}};
  const auto run = [&](std::uint64_t seed) {
    auto policy = uniform_policy(known_pages(history));
    return score(replay(history, 0.1, *policy, seed), PageWeights::pages).freshness;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(Replay, AnEmptyHistoryHasNoScore) {
  const DayHistory nothing;
  auto policy = uniform_policy({});
  EXPECT_EQ(score(replay(nothing, 0.1, *policy, 1), PageWeights::pages).freshness, 0);
}

TEST(CheckWorth, IsThePriceAtWhichItsIntervalIsBest) {
  // At the price w(T), checking every T days gives more than any other interval.
  const double rate = 0.1;
  const double price = check_worth(rate, 8);
  const auto gain = [&](double t) { return ((1 - std::exp(-rate * t)) / rate - price) / t; };
  EXPECT_GT(gain(8), gain(7.9));
  EXPECT_GT(gain(8), gain(8.1));
}

}  // namespace
}  // namespace freshet
