#include "refresh/basket_pages.h"

#include <gtest/gtest.h>

#include "refresh/now_test.h"

namespace freshet {
namespace {

using std::chrono::hours;

class BasketPagesTest : public testing::Test {
 protected:
  BasketPages made() {
    const BasketsMode mode{.urls = {"https://a.example/news", "https://b.example/*"}};
    return {mode, counting_classifier(mode.baskets)};
  }

  static PageCheck check(CheckOutcome outcome, Time time) {
    PageCheck check;
    check.time = time;
    check.outcome = outcome;
    return check;
  }
};

TEST_F(BasketPagesTest, CoversPagesByNameAndByPrefix) {
  const BasketPages pages = made();
  EXPECT_TRUE(pages.covers("https://a.example/news"));
  EXPECT_FALSE(pages.covers("https://a.example/news/1"));
  EXPECT_TRUE(pages.covers("https://b.example/any"));
  EXPECT_EQ(pages.named().size(), 1U);
}

TEST_F(BasketPagesTest, PollsBeginFourHoursAfterTheFirstVersion) {
  BasketPages pages = made();
  EXPECT_TRUE(pages.empty());
  pages.add(1, kNow);
  EXPECT_EQ(pages.plan_poll(1), kNow + hours(4));
  EXPECT_GT(pages.polls_per_day(), 0);
  pages.remove(1);
  EXPECT_EQ(pages.polls_per_day(), 0);
  EXPECT_FALSE(pages.words(1));
}

TEST_F(BasketPagesTest, OnlyAnAnswerIsAPoll) {
  BasketPages pages = made();
  pages.add(1, kNow);
  PageCheck failed = check(CheckOutcome::failed, kNow + hours(4));
  EXPECT_FALSE(pages.observe(1, {}, failed));
  PageCheck same = check(CheckOutcome::same, kNow + hours(4));
  EXPECT_FALSE(pages.observe(2, {}, same)) << "another page";
  EXPECT_TRUE(pages.observe(1, {}, same));
  EXPECT_TRUE(poll_of(same.stages));
}

TEST_F(BasketPagesTest, KeptPollsGiveTheSamePlanAgain) {
  BasketPages pages = made();
  BasketPages restored = made();
  pages.add(1, kNow);
  restored.add(1, kNow - hours(100));
  for (const int hour : {4, 6, 9}) {
    PageCheck poll =
        check(hour == 6 ? CheckOutcome::changed : CheckOutcome::same, kNow + hours(hour));
    ASSERT_TRUE(pages.observe(1, {}, poll));
    restored.restore(1, poll);
  }
  restored.end_restoring(1, kNow + hours(9), kNow + hours(9));
  EXPECT_EQ(restored.plan_poll(1), pages.plan_poll(1));
  EXPECT_EQ(restored.words(1), pages.words(1));
}

TEST_F(BasketPagesTest, APageWithoutPollsBeginsWithItsCopyOrWithTheNextCheck) {
  BasketPages pages = made();
  pages.add(1, kNow);
  pages.add(2, kNow);
  pages.end_restoring(1, kNow, kNow + hours(3));
  pages.end_restoring(2, kNow, kNow + hours(5));
  EXPECT_EQ(pages.plan_poll(1), kNow + hours(4));
  EXPECT_FALSE(pages.plan_poll(2)) << "at once";
}

}  // namespace
}  // namespace freshet
