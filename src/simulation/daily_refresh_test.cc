#include "simulation/daily_refresh.h"

#include <gtest/gtest.h>

#include "schedule/days.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

// For more such runs use refresh_days.
void expect_belief_near_truth(const DailyRefreshOptions& options) {
  const Scratch scratch;
  const DailyRefreshResult done = run_daily_refresh(system_disk(), scratch / "archive", options);
  ASSERT_TRUE(done.status) << done.status.error().message;
  ASSERT_EQ(done.days.size(), static_cast<std::size_t>(options.days));
  EXPECT_LT(done.worst_gap(5), 0.05);
  std::size_t daily = 0;
  for (const EditedPage& page : done.edited) {
    EXPECT_LE(page.outlook.changes_per_day_low, page.outlook.changes_per_day);
    EXPECT_GE(page.outlook.changes_per_day_high, page.outlook.changes_per_day);
    if (!page.is_daily) continue;
    ++daily;
    ASSERT_TRUE(page.outlook.planned) << page.url;
    EXPECT_LT(days_of(*page.outlook.planned - done.ended), 3) << page.url;
  }
  EXPECT_EQ(daily, options.edited_daily);
}

TEST(DailyRefresh, BelievesWhatIsTrueWithoutValidators) {
  expect_belief_near_truth({.seed = 2, .validators = SentValidators::none});
}

TEST(DailyRefresh, BelievesWhatIsTrueWithAPauseBetweenRequests) {
  expect_belief_near_truth({.seed = 13, .delay = std::chrono::seconds(1)});
}

}  // namespace
}  // namespace freshet
