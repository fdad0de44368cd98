#include "predict/first_sight_task.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "predict/day_lessons.h"

namespace freshet {
namespace {

// Ten pages that change every other day and ten that never do, of two sites each.
TEST(FirstSightTask, ClassesArePagesOfOneRate) {
  ChangeHistory history;
  constexpr std::int64_t kSecondsOfDay = 86400;
  for (std::uint32_t i = 0; i < 20; ++i) {
    HistoryPage page;
    page.id = fmt::format("page {}", i);
    page.site = fmt::format("site{}.example", i % 4);
    page.t_end = page.last_alive = 240 * kSecondsOfDay;
    page.features[0] = i;
    history.pages.push_back(page);
    for (int day = 2; i < 10 && day < 240; day += 2)
      history.changes.push_back({.page = i, .at = day * kSecondsOfDay + 5, .d_text = 0.5F});
  }
  const FirstSightTask task = first_sight_task(
      lessons_of(count_in_days(history, CountedChanges::any), paper_first_sight()), 2);
  ASSERT_EQ(task.rows.size(), 20U);
  EXPECT_EQ(task.rows.schema().features[0].name, "links");
  EXPECT_EQ(task.rows.schema().label, (Attribute{"group", {"1", "2"}}));
  EXPECT_EQ(task.site_count, 4U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(task.rows.label(i), i < 10 ? 0 : 1) << i;
    EXPECT_EQ(task.rows.value(i, 0), static_cast<double>(i));
    EXPECT_EQ(task.sites[i], i % 4);
  }
  EXPECT_NEAR(task.groups.rates[0], 0.69, 0.05);
}

}  // namespace
}  // namespace freshet
