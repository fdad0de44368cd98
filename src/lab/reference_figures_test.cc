// The figures that the definitions of a replay must give on the history of real pages.
#include <gtest/gtest.h>

#include <array>

#include "lab/replay.h"
#include "lab/trial.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr std::array<double, 4> kBudgets = {0.01, 0.02, 0.05, 0.10};

struct Expected {
  const char* policy;
  CountedChanges changes;
  std::array<double, 4> freshness;
};

class ReferenceFigures : public testing::TestWithParam<Expected> {};

TEST_P(ReferenceFigures, AreMetWithinAThousandth) {
  if (!testkit::has_test_data("change-history/dev")) return;
  const auto history =
      read_change_history(system_disk(), testkit::test_data("change-history/dev").string());
  ASSERT_TRUE(history) << history.error().message;
  const DayHistory by_day = count_in_days(*history, GetParam().changes);
  const Training training = train(by_day);
  for (std::size_t i = 0; i < kBudgets.size(); ++i) {
    TrialOptions options;
    options.budget = kBudgets[i];
    const auto record = run_trial(GetParam().policy, by_day, training, options);
    ASSERT_TRUE(record);
    EXPECT_NEAR(score(*record, PageWeights::pages).freshness, GetParam().freshness[i], 0.001)
        << GetParam().policy << " at " << kBudgets[i];
  }
}

INSTANTIATE_TEST_SUITE_P(
    Dev, ReferenceFigures,
    testing::Values(
        Expected{"uniform", CountedChanges::any, {0.8026, 0.8448, 0.9132, 0.9416}},
        Expected{"uniform", CountedChanges::content, {0.9247, 0.9463, 0.9695, 0.9817}},
        Expected{"oracle-index", CountedChanges::any, {0.8326, 0.8878, 0.9416, 0.9644}},
        Expected{"oracle-index", CountedChanges::content, {0.9475, 0.9665, 0.9845, 0.9919}}));

}  // namespace
}  // namespace freshet
