#include "life/page_life.h"

#include <gtest/gtest.h>

#include "change/judge.h"

namespace freshet {
namespace {

using std::chrono::days;

class PageLifeTest : public testing::Test {
 protected:
  // Checks the page `days_later` and returns what happened to it.
  LifeEvent check(CheckOutcome outcome, int days_later = 1, bool is_stand_in = false) {
    now_ += days(days_later);
    const LifeStep step =
        life_.advance({.at = now_, .outcome = outcome, .is_stand_in = is_stand_in}, backoff_);
    life_ = step.life;
    return step.event;
  }

  // Checks the page while something else answers in its place; the outcome is judged as in a visit.
  LifeEvent stand_in() { return check(life_.outcome_of_stand_in(), 1, true); }

  // Returns the days until the next re-check.
  int wait() const {
    return life_.next_recheck ? static_cast<int>((*life_.next_recheck - now_) / days(1)) : -1;
  }

  Time now_ = *parse_time("2026-11-01");
  GoneBackoff backoff_;
  PageLife life_;
};

TEST_F(PageLifeTest, APageThatAnswersIsScheduled) {
  EXPECT_EQ(check(CheckOutcome::same), LifeEvent::none);
  EXPECT_EQ(check(CheckOutcome::changed), LifeEvent::none);
  EXPECT_EQ(life_, PageLife{});
}

TEST_F(PageLifeTest, AMissingPageIsRecheckedWithExponentialBackOffAndFades) {
  EXPECT_EQ(check(CheckOutcome::gone), LifeEvent::vanished);
  for (const int expected : {1, 2, 4, 8, 16, 32, 32, 32}) {
    EXPECT_EQ(life_.state, PageState::gone);
    EXPECT_EQ(wait(), expected);
    const LifeEvent event = check(CheckOutcome::gone, expected);
    EXPECT_EQ(event, life_.misses == 9 ? LifeEvent::gave_up : LifeEvent::none);
  }
  EXPECT_EQ(life_.state, PageState::faded);
  EXPECT_EQ(wait(), -1);
  EXPECT_EQ(check(CheckOutcome::gone), LifeEvent::none);
}

TEST_F(PageLifeTest, APageThatFadesAtOnceHasVanished) {
  backoff_.checks_max = 0;
  EXPECT_EQ(check(CheckOutcome::gone), LifeEvent::vanished);
  EXPECT_EQ(life_.state, PageState::faded);
}

TEST_F(PageLifeTest, AMissingPageReturns) {
  for (const int misses : {1, 20}) {
    for (int i = 0; i < misses; ++i) check(CheckOutcome::gone);
    EXPECT_EQ(check(CheckOutcome::back), LifeEvent::returned);
    EXPECT_EQ(life_, PageLife{});
  }
}

TEST_F(PageLifeTest, ThreeStandInsInARowEndAPage) {
  EXPECT_EQ(stand_in(), LifeEvent::none);
  EXPECT_EQ(stand_in(), LifeEvent::none);
  EXPECT_EQ(life_.misses, 2);
  EXPECT_FALSE(life_.is_missing());
  EXPECT_EQ(stand_in(), LifeEvent::vanished);
  EXPECT_EQ(life_.misses, 3);
  EXPECT_EQ(wait(), 4);
  EXPECT_EQ(stand_in(), LifeEvent::none);
  EXPECT_EQ(life_.misses, 4);
}

TEST_F(PageLifeTest, APageThatAnswersBetweenStandInsIsNotGone) {
  for (int i = 0; i < 10; ++i) {
    stand_in();
    stand_in();
    check(CheckOutcome::same);
  }
  EXPECT_EQ(life_, PageLife{});
}

TEST_F(PageLifeTest, ACheckWithoutAnAnswerChangesNothingButTheNextRecheck) {
  EXPECT_EQ(check(CheckOutcome::failed), LifeEvent::none);
  EXPECT_EQ(life_, PageLife{});
  check(CheckOutcome::gone);
  check(CheckOutcome::gone);
  EXPECT_EQ(check(CheckOutcome::failed, 5), LifeEvent::none);
  EXPECT_EQ(life_.state, PageState::gone);
  EXPECT_EQ(life_.misses, 2);
  EXPECT_EQ(wait(), 2);
}

TEST_F(PageLifeTest, AStandInIsAFailedCheckThatFoundThePageRemoved) {
  const auto of = [](CheckOutcome outcome, ChangeClass change) {
    PageCheck check;
    check.outcome = outcome;
    check.change = static_cast<std::uint8_t>(change);
    return LifeObservation::of(check);
  };
  EXPECT_TRUE(of(CheckOutcome::failed, ChangeClass::removed).is_stand_in);
  EXPECT_FALSE(of(CheckOutcome::failed, ChangeClass::none).is_stand_in);
  EXPECT_FALSE(of(CheckOutcome::gone, ChangeClass::removed).is_stand_in);
}

TEST_F(PageLifeTest, ALifeIsKeptInTheBelief) {
  check(CheckOutcome::gone);
  PageBelief belief;
  set_life(belief, life_);
  EXPECT_EQ(life_of(belief), life_);
  EXPECT_EQ(life_of(std::optional<PageBelief>{}), PageLife{});
}

TEST_F(PageLifeTest, TheNextCheckOfAScheduledPageIsNotOfItsLife) {
  PageBelief belief;
  belief.next_check = now_;
  EXPECT_EQ(life_of(belief), PageLife{});
  set_life(belief, {});
  EXPECT_EQ(belief.next_check, now_);
}

}  // namespace
}  // namespace freshet
