// Pages of a LivePolicy whose checks are set by appointments.
#include <gtest/gtest.h>

#include <vector>

#include "schedule/live_policy.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Time kMorning = Time(std::chrono::days(20'000));

class LiveAppointmentsTest : public testing::Test {
 protected:
  void begin(std::uint64_t checks_per_day, std::uint64_t requests_per_host = kUnlimited) {
    LivePolicyOptions options;
    options.budget.checks_per_day = checks_per_day;
    options.budget.requests_per_host = requests_per_host;
    policy = LivePolicy(even_weights(), options);
    page = add();
  }

  PageNumber add() { return policy.add({.first_seen = kMorning}); }

  // Returns the hours at which `page` was checked, asking every quarter of an hour; it is appointed
  // again every `every`.
  std::vector<double> run(Duration time, Duration every,
                          PolicyOutcome outcome = PolicyOutcome::unchanged) {
    std::vector<double> at;
    for (Time now = kMorning; now < kMorning + time; now += minutes(15)) {
      while (const auto check = policy.next(now)) {
        policy.observe({check->page, now, check->page == page ? outcome : PolicyOutcome::changed},
                       0);
        if (check->page != page) continue;
        EXPECT_EQ(check->reason, CheckReason::appointed);
        at.push_back(std::chrono::duration<double, std::ratio<3600>>(now - kMorning).count());
        if (outcome != PolicyOutcome::failed) policy.appoint(page, now + every);
      }
    }
    return at;
  }

  LivePolicy policy{even_weights(), {}};
  PageNumber page = 0;
};

TEST_F(LiveAppointmentsTest, APageIsCheckedWhenItIsAppointedAndAtNoOtherMoment) {
  begin(kUnlimited);
  policy.appoint(page, kMorning + hours(4));
  EXPECT_EQ(policy.next_moment(kMorning), kMorning + hours(4));
  EXPECT_EQ(run(hours(20), hours(6)), (std::vector<double>{4, 10, 16}));
}

TEST_F(LiveAppointmentsTest, AppointmentsGoFirstAndTakeOfTheBudget) {
  begin(6);
  for (int i = 0; i < 50; ++i) add();
  policy.appoint(page, kMorning + hours(4));
  EXPECT_EQ(run(hours(48), hours(4)).size(), 11U);
  EXPECT_EQ(policy.checks(page), 11U);
  // The rest of 12 checks, and the one that was saved.
  std::uint32_t others = 0;
  for (PageNumber other = 1; other <= 50; ++other) others += policy.checks(other);
  EXPECT_LE(others, 2U);
}

TEST_F(LiveAppointmentsTest, WaitForTheLimitOfTheirHost) {
  begin(kUnlimited, 3);
  policy.appoint(page, kMorning + hours(4));
  EXPECT_EQ(run(hours(28), hours(4)), (std::vector<double>{4, 8, 12}));
}

TEST_F(LiveAppointmentsTest, APageWithoutAnAnswerIsTriedAgainWithinADay) {
  begin(kUnlimited);
  policy.appoint(page, kMorning + hours(4));
  EXPECT_EQ(run(hours(100), hours(4), PolicyOutcome::failed),
            (std::vector<double>{4, 6, 10, 18, 34, 58, 82}));
}

TEST_F(LiveAppointmentsTest, ThePlanTellsThemApart) {
  begin(2);
  for (int i = 0; i < 5; ++i) add();
  policy.appoint(page, kMorning + hours(9));
  const PageOutlook outlook = policy.outlook(page, kMorning + hours(2));
  EXPECT_EQ(outlook.planned, kMorning + hours(9));
  EXPECT_EQ(outlook.planned_for, CheckReason::appointed);
  int appointed = 0;
  for (const PlannedCheck& check : policy.plan(kMorning + hours(2))) {
    if (check.page != page) continue;
    ++appointed;
    EXPECT_EQ(check.at, kMorning + hours(9));
    EXPECT_EQ(check.reason, CheckReason::appointed);
  }
  EXPECT_EQ(appointed, 1);
}

TEST_F(LiveAppointmentsTest, ACheckThatWasNotMadeIsStillDue) {
  begin(kUnlimited);
  policy.appoint(page, kMorning + hours(4));
  ASSERT_TRUE(policy.next(kMorning + hours(4)));
  EXPECT_FALSE(policy.next(kMorning + hours(5)));
  policy.give_back(page);
  EXPECT_TRUE(policy.next(kMorning + hours(5)));
  policy.forget(page);
  const PageNumber again = add();
  EXPECT_EQ(again, page);
  EXPECT_EQ(policy.outlook(again, kMorning + hours(5)).planned_for, CheckReason::worth);
}

}  // namespace
}  // namespace freshet
