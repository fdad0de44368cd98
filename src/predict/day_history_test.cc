#include "predict/day_history.h"

#include <gtest/gtest.h>

#include <cmath>

#include "predict/rate.h"

namespace freshet {
namespace {

constexpr std::int64_t kDay = 86'400;

HistoryPage page(std::int64_t t0, std::int64_t first_seen, std::int64_t last_alive) {
  HistoryPage made;
  made.site = "a.example";
  made.t0 = t0;
  made.first_seen = first_seen;
  made.last_alive = last_alive;
  return made;
}

TEST(DayHistory, CountsDaysFromThePagesOwnStart) {
  ChangeHistory history{{page(1000, 1000 + 3 * kDay, 1000 + 9 * kDay)}, {}};
  for (const std::int64_t at : {1000 + 5 * kDay - 1, 1000 + 5 * kDay, 1000 + 6 * kDay - 1})
    history.changes.push_back({.page = 0, .at = at, .d_text = 1});
  const DayHistory days = count_in_days(history, CountedChanges::any);
  EXPECT_EQ(days.pages[0].first_day, 3);
  EXPECT_EQ(days.pages[0].end_day, 9);
  EXPECT_EQ(days.pages[0].changes, (std::vector<std::int16_t>{4, 5}));
}

TEST(DayHistory, PassesOverChangesOutsideAPagesLife) {
  ChangeHistory history{{page(0, 3 * kDay, 9 * kDay)}, {}};
  for (const std::int64_t day : {-1, 2, 3, 9, 300})
    history.changes.push_back({.page = 0, .at = day * kDay, .d_text = 1});
  EXPECT_TRUE(count_in_days(history, CountedChanges::any).pages[0].changes.empty());
}

TEST(DayHistory, ContentDropsChangesOfFewWords) {
  ChangeHistory history{{page(0, 0, 240 * kDay)}, {}};
  history.changes.push_back({.page = 0, .at = 5 * kDay, .d_text = 0.019F});
  history.changes.push_back({.page = 0, .at = 7 * kDay, .d_text = 0.02F});
  EXPECT_EQ(count_in_days(history, CountedChanges::any).pages[0].changes.size(), 2U);
  EXPECT_EQ(count_in_days(history, CountedChanges::content).pages[0].changes,
            (std::vector<std::int16_t>{7}));
}

TEST(DayHistory, TakesThousandsOfChangesAndClocksThatJumpedBack) {
  ChangeHistory history{{page(0, 0, 240 * kDay), page(500 * kDay, 0, 1)}, {}};
  for (int i = 20'000; i > 0; --i)
    history.changes.push_back({.page = 0, .at = i * 1000, .d_text = 1});
  const DayHistory days = count_in_days(history, CountedChanges::any);
  EXPECT_EQ(days.pages[0].changes.size(), 231U);
  EXPECT_NEAR(true_rate(days.pages[0]), -std::log(9.5 / 240.5), 1e-12);
  EXPECT_EQ(days.pages[1].first_day, 0);
  EXPECT_EQ(days.pages[1].end_day, 1);
  EXPECT_EQ(true_rate(days.pages[1]), kRateFloor);
}

TEST(DayHistory, SelectsSitesAndRemembersTheirPages) {
  DayHistory history{{"a", "b", "c"}, std::vector<DayPage>(4)};
  for (std::uint32_t i = 0; i < 4; ++i) history.pages[i].site = i % 3;
  history.features.resize(4);
  history.features[2][0] = 7;
  std::vector<std::uint32_t> numbers;
  const DayHistory kept = select_sites(history, {true, false, true}, &numbers);
  ASSERT_EQ(kept.features.size(), 3U);
  EXPECT_EQ(kept.features[1][0], 7);
  EXPECT_EQ(kept.sites, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(numbers, (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_EQ(kept.pages[1].site, 1U);
}

TEST(DayHistory, SelectsPagesAndKeepsTheNumbersOfSites) {
  DayHistory history{{"a", "b"}, std::vector<DayPage>(3)};
  history.pages[2].site = 1;
  history.features = {{1}, {2}, {3}};
  const DayHistory kept = select_pages(history, {false, true, true});
  EXPECT_EQ(kept.sites.size(), 2U);
  ASSERT_EQ(kept.pages.size(), 2U);
  EXPECT_EQ(kept.pages[1].site, 1U);
  EXPECT_EQ(kept.features[1][0], 3);
}

}  // namespace
}  // namespace freshet
