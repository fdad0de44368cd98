#include "schedule/policy_registry.h"

#include <gtest/gtest.h>

#include <set>

#include "schedule/shipped_training.h"

namespace freshet {
namespace {

const Time kStart = *parse_time("2026-11-01");

PolicyContext context_with(std::uint64_t checks_per_day) {
  PolicyContext context{.training = shipped_training(CountedChanges::any)};
  context.live.budget.checks_per_day = checks_per_day;
  context.live.budget.saved_days = 1;
  return context;
}

class EveryPolicy : public testing::TestWithParam<PolicyRow> {};

// Ten pages of two sites for 40 days, five checks a day; the first page changes every day.
TEST_P(EveryPolicy, RunsInRealTimeWithinItsBudget) {
  const auto policy = make_refresh_policy(GetParam(), context_with(5));
  std::vector<PageNumber> numbers;
  for (std::uint32_t i = 0; i < 10; ++i)
    numbers.push_back(policy->add({.site = i % 2, .host = i % 2, .first_seen = kStart}));
  EXPECT_EQ(policy->pages(), 10U);
  int checks = 0;
  std::set<PageNumber> checked;
  for (Time now = kStart + std::chrono::days(1); now < kStart + std::chrono::days(41);
       now += std::chrono::hours(3)) {
    int at_once = 0;
    while (const auto due = policy->next(now)) {
      ASSERT_LE(++at_once, 5);
      ++checks;
      checked.insert(due->page);
      policy->observe(
          {.page = due->page,
           .at = now,
           .outcome = due->page == numbers[0] ? PolicyOutcome::changed : PolicyOutcome::unchanged},
          1000);
    }
    const auto moment = policy->next_moment(now);
    ASSERT_TRUE(moment);
    EXPECT_GE(*moment, now);
  }
  EXPECT_GE(checks, 150);
  EXPECT_LE(checks, 206);
  EXPECT_EQ(checked.size(), 10U);
  const Time end = kStart + std::chrono::days(41);
  EXPECT_EQ(policy->plan(end).size(), 10U);
  EXPECT_GT(policy->outlook(numbers[0], end).changes_per_day,
            policy->outlook(numbers[1], end).changes_per_day);
  EXPECT_GE(policy->stale_probability(numbers[0], end), 0);
}

TEST_P(EveryPolicy, KeepsAppointmentsAndForgetsPages) {
  const auto policy = make_refresh_policy(GetParam(), context_with(100));
  const PageNumber kept = policy->add({.site = 0, .host = 0, .first_seen = kStart});
  const PageNumber gone = policy->add({.site = 0, .host = 0, .first_seen = kStart});
  policy->appoint(kept, kStart + std::chrono::hours(30));
  policy->forget(gone);
  EXPECT_EQ(policy->pages(), 1U);
  EXPECT_FALSE(policy->next(kStart + std::chrono::hours(29)));
  const auto due = policy->next(kStart + std::chrono::hours(30));
  ASSERT_TRUE(due);
  EXPECT_EQ(due->page, kept);
  EXPECT_EQ(due->reason, CheckReason::appointed);
  EXPECT_FALSE(policy->next(kStart + std::chrono::hours(31))) << "it is out";
  policy->give_back(kept);
  EXPECT_TRUE(policy->next(kStart + std::chrono::hours(31)));
}

TEST_P(EveryPolicy, LearnsFromStoredChecksBeforeItRuns) {
  const auto policy = make_refresh_policy(GetParam(), context_with(5));
  const PageNumber page = policy->add({.site = 0, .host = 0, .first_seen = kStart});
  for (int day = 1; day <= 10; ++day)
    policy->restore(
        {.page = page, .at = kStart + std::chrono::days(day), .outcome = PolicyOutcome::changed});
  policy->charge(page, kStart + std::chrono::days(10), 1000);
  EXPECT_EQ(policy->outlook(page, kStart + std::chrono::days(11)).changes, 10U);
  const auto due = policy->next(kStart + std::chrono::days(20));
  ASSERT_TRUE(due);
  EXPECT_EQ(due->page, page);
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy,
                         testing::ValuesIn(policies().begin(), policies().end()),
                         [](const testing::TestParamInfo<PolicyRow>& row) {
                           std::string name(row.param.name);
                           std::erase(name, '-');
                           return name;
                         });

TEST(PolicyRegistry, NamesAreUniqueAndTheDefaultComesFirst) {
  const std::vector<std::string> names = policy_names();
  EXPECT_EQ(names.front(), kDefaultPolicy);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_FALSE(find_policy("hope"));
}

}  // namespace
}  // namespace freshet
