#include "refresh/scheduled_pages.h"

#include <gtest/gtest.h>

#include "predict/shipped_first_sight.h"
#include "refresh/now_test.h"
#include "schedule/shipped_training.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

using std::chrono::days;

class ScheduledPagesTest : public testing::Test {
 protected:
  ScheduledPagesTest() { make({}); }

  void make(const PlannerOptions& options) {
    pages_.emplace(shipped_first_sight(CountedChanges::any),
                   shipped_training(CountedChanges::any).prior, options,
                   counting_classifier(options.baskets.baskets));
  }

  PageIndex add(const std::string& url) {
    const PageIndex page = pages_->registry().add(page_key_of(url));
    pages_->schedule_new(page, kNow);
    return page;
  }

  void check(PageIndex page, int day, CheckOutcome outcome) {
    pages_->observe(page, {.at = kNow + days(day), .outcome = outcome}, 1);
  }

  std::optional<ScheduledPages> pages_;
};

TEST_F(ScheduledPagesTest, AMissingPageLeavesThePolicyAndComesBack) {
  const PageIndex page = add("https://a.example/");
  EXPECT_EQ(pages_->policy().pages(), 1U);
  check(page, 1, CheckOutcome::gone);
  EXPECT_FALSE(pages_->is_scheduled(page));
  EXPECT_EQ(pages_->policy().pages(), 0U);
  check(page, 2, CheckOutcome::failed);
  EXPECT_FALSE(pages_->is_scheduled(page));
  check(page, 3, CheckOutcome::back);
  EXPECT_TRUE(pages_->is_scheduled(page));
  EXPECT_EQ(pages_->registry()[page].seen, kNow + days(3));
}

TEST_F(ScheduledPagesTest, AFailedCheckSaysNothingOfThePage) {
  const PageIndex page = add("https://a.example/");
  check(page, 1, CheckOutcome::failed);
  EXPECT_TRUE(pages_->is_scheduled(page));
  EXPECT_EQ(pages_->registry()[page].seen, kNow);
}

TEST_F(ScheduledPagesTest, APageThatWasOldAtFirstSightChangesLessOften) {
  const auto rate = [&](PageIndex page) {
    return pages_->policy().outlook(*pages_->registry()[page].number, kNow).changes_per_day;
  };
  const PageIndex young = add("https://a.example/");
  const PageIndex old = pages_->registry().add(page_key_of("https://b.example/"));
  pages_->registry()[old].first_changed = kNow - days(300);
  pages_->schedule_new(old, kNow);
  EXPECT_LT(rate(old), rate(young) / 2);
}

TEST_F(ScheduledPagesTest, ASitemapTellsOnceHowOldAPageWas) {
  const PageIndex page = add("https://a.example/");
  const PageHint hint{.url = "https://a.example/", .changed = kNow - days(100)};
  const auto mark = pages_->hint(hint);
  ASSERT_TRUE(mark);
  EXPECT_EQ(mark->kind, PageMark::Kind::first_changed);
  EXPECT_EQ(mark->time, kNow - days(100));
  EXPECT_FALSE(pages_->hint(hint));
  EXPECT_EQ(pages_->registry()[page].word, PageWord::unchanged);
  EXPECT_FALSE(pages_->hint({.url = "https://a.example/", .changed = kNow + days(1)}));
  EXPECT_EQ(pages_->registry()[page].word, PageWord::changed);
}

TEST_F(ScheduledPagesTest, APageInBasketsModeIsPolledAtItsTime) {
  PlannerOptions options;
  options.policy.budget.checks_per_day = 1;
  options.baskets = {.urls = {"https://a.example/"}, .adds_to_budget = true};
  make(options);
  const PageIndex page = add("https://a.example/");
  EXPECT_FALSE(pages_->policy().next(kNow + std::chrono::hours(3)));
  const auto due = pages_->policy().next(kNow + std::chrono::hours(4));
  ASSERT_TRUE(due);
  EXPECT_EQ(due->reason, CheckReason::appointed);
  PageBelief belief;
  pages_->describe(page, kNow, belief);
  EXPECT_EQ(belief.why, pages_->baskets().words(page));
  pages_->unschedule(page);
  EXPECT_TRUE(pages_->baskets().empty());
}

TEST_F(ScheduledPagesTest, TheViewCountsPagesByTheirState) {
  add("https://a.example/1");
  check(add("https://a.example/2"), 1, CheckOutcome::gone);
  const PageIndex style = pages_->registry().add(page_key_of("https://a.example/style.css"));
  pages_->registry()[style].is_requisite = true;
  pages_->schedule_new(style, kNow);
  const RefreshView view = pages_->view(kNow);
  EXPECT_EQ(view.scheduled, 1U);
  EXPECT_EQ(view.gone, 1U);
  EXPECT_EQ(view.requisites, 1U);
  EXPECT_NEAR(view.fresh, 1, 0.01);
}

}  // namespace
}  // namespace freshet
