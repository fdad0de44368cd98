#include "app/plan.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;

TEST(Plan, ListsChecksWithinTheTimeAndTheLimit) {
  SmallArchive archive;
  for (int i = 0; i < 5; ++i)
    archive.keep("https://a.example/" + std::to_string(i), "<p>page " + std::to_string(i));
  archive.wait(days(2));
  ArchiveSession session = archive.open();
  const auto all = plan_checks(session, {.within = days(3650), .checks_max = 100});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->checks.size(), 5u);
  EXPECT_EQ(all->view.scheduled, 5u);
  for (std::size_t i = 1; i < all->checks.size(); ++i)
    EXPECT_LE(all->checks[i - 1].at, all->checks[i].at);
  EXPECT_EQ(plan_checks(session, {.within = days(3650), .checks_max = 2})->checks.size(), 2u);
  const Time first = all->checks.front().at;
  const auto soon = plan_checks(session, {.within = hours(1), .checks_max = 100});
  for (const PlannedPage& check : soon->checks) EXPECT_LE(check.at, archive.clock.time + hours(1));
  EXPECT_LE(soon->checks.size(), all->checks.size());
  const auto object = nlohmann::json::parse(to_json(all->checks.front()));
  EXPECT_EQ(object.at("at"), iso_time(first));
  EXPECT_TRUE(object.contains("rate") && object.contains("stale") && object.contains("price"));
}

TEST(Plan, TheBudgetIsThatOfTheSession) {
  SmallArchive archive;
  archive.keep("https://a.example/", "<p>home");
  std::size_t pages = 0;
  SessionOptions options;
  options.planner_options = [&](std::size_t count) {
    pages = count;
    return PlannerOptions{};
  };
  ArchiveSession session = archive.open(options);
  ASSERT_TRUE(plan_checks(session, {}));
  EXPECT_EQ(pages, 1u);
}

TEST(Plan, AGonePageHasMissesInPlaceOfARate) {
  const PlannedPage gone{.url = "https://a.example/", .reason = CheckReason::gone, .misses = 3};
  const auto object = nlohmann::json::parse(to_json(gone));
  EXPECT_EQ(object.at("reason"), "gone");
  EXPECT_EQ(object.at("misses"), 3);
  EXPECT_FALSE(object.contains("rate"));
}

}  // namespace
}  // namespace freshet
