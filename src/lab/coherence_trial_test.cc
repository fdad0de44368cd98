#include "lab/coherence_trial.h"

#include <gtest/gtest.h>

#include <vector>

#include "coherence/plan.h"
#include "lab/site_rates.h"

namespace freshet {
namespace {

SimulatedSite simulated_site(std::size_t n) {
  return {.rates = log_uniform_rates(n, 0.01, 10, 1),
          .planned_rates = {},
          .parents = discovery_tree(n, 1)};
}

TEST(CoherenceTrial, RunsEveryPolicyAndEta) {
  const std::vector<CoherenceRow> rows = compare_plans(
      simulated_site(100), {.capture = std::chrono::hours(10), .etas = {0.2, 0.6}, .draws = 1});
  EXPECT_EQ(rows.size(), plan_policies().size() + 2);
  EXPECT_EQ(rows.front().policy, "freshet");
  EXPECT_FALSE(rows.front().eta);
}

TEST(CoherenceTrial, DrawsComeToWhatIsExpected) {
  const std::vector<CoherenceRow> rows = compare_plans(
      simulated_site(500), {.capture = std::chrono::days(2), .etas = {0.4}, .draws = 20});
  for (const CoherenceRow& row : rows) {
    EXPECT_NEAR(row.inducible_drawn, row.inducible, 0.02) << row.policy;
    EXPECT_NEAR(row.measurable_drawn, row.measurable, 0.02) << row.policy;
    EXPECT_NEAR(row.blur_drawn, row.blur, 0.1 * row.blur + 0.01) << row.policy;
    EXPECT_LE(row.inducible, rows.front().inducible + 1e-12) << row.policy;
  }
}

TEST(CoherenceTrial, PlansByLearnedRatesAreBetweenBreadthFirstAndTrueOnes) {
  SimulatedSite site = simulated_site(1000);
  const CoherenceTrialOptions options{.capture = std::chrono::days(2), .etas = {0.4}, .draws = 0};
  const auto with_true = compare_plans(site, options);
  site.planned_rates =
      learned_rates(site.rates, {.visits = 5, .days_between = 1, .days_ahead = 1}, 1);
  const auto with_learned = compare_plans(site, options);
  const double known = fewer_incoherent(with_true.front(), with_true);
  const double learned = fewer_incoherent(with_learned.front(), with_learned);
  EXPECT_GT(known, learned);
  EXPECT_GT(learned, 0.5 * known);
}

TEST(CoherenceTrial, OfNoPagesIsEmpty) {
  for (const CoherenceRow& row : compare_plans({}, {.draws = 2})) EXPECT_EQ(row.inducible, 0);
  EXPECT_EQ(slot_of_capture(std::chrono::hours(1), 0), Duration::zero());
  EXPECT_EQ(fewer_incoherent({}, {}), 0);
}

}  // namespace
}  // namespace freshet
