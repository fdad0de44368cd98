#include "refresh/plan_text.h"

#include <gtest/gtest.h>

#include "predict/shipped_first_sight.h"
#include "refresh/now_test.h"
#include "refresh/recheck_queue.h"
#include "refresh/scheduled_pages.h"
#include "schedule/shipped_training.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

using std::chrono::days;

TEST(PlanText, GivesTheEvidenceAndTheReason) {
  PageOutlook outlook;
  outlook.changes_per_day = 0.5;
  outlook.changes_per_day_low = 0.25;
  outlook.changes_per_day_high = 1;
  outlook.checks = 4;
  outlook.changes = 2;
  EXPECT_EQ(reason_text(outlook),
            "4 checks, 2 changes; 0.5 changes a day (between 0.25 and 1); not worth a check within "
            "this budget");
  outlook.planned = kNow;
  EXPECT_TRUE(reason_text(outlook).ends_with("; worth a check then"));
}

TEST(PlanText, ListsChecksAndRechecksByTime) {
  PlannerOptions options;
  options.policy.budget.checks_per_day = 10;
  ScheduledPages pages(shipped_first_sight(CountedChanges::any),
                       shipped_training(CountedChanges::any).prior, options, {});
  RecheckQueue rechecks{days(32)};
  const auto add = [&](const std::string& url) { return pages.registry().add(page_key_of(url)); };
  pages.schedule_new(add("https://a.example/"), kNow - days(30));
  const PageIndex gone = add("https://a.example/gone");
  pages.registry()[gone].life = {.state = PageState::gone, .misses = 3};
  rechecks.add(gone, kNow - days(1));
  rechecks.add(add("https://a.example/later"), kNow + days(3000));
  const auto planned = list_plan(pages, rechecks, kNow, 10);
  ASSERT_EQ(planned.size(), 3U);
  EXPECT_EQ(planned[2].url, "https://a.example/later");
  const PlannedPage& recheck = planned[planned[0].reason == CheckReason::gone ? 0 : 1];
  EXPECT_EQ(recheck.url, "https://a.example/gone");
  EXPECT_EQ(recheck.at, kNow);
  EXPECT_EQ(recheck.misses, 3);
  EXPECT_EQ(list_plan(pages, rechecks, kNow, 1).size(), 1U);
}

}  // namespace
}  // namespace freshet
