#include "refresh/refresh_counts.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

Observation check(CheckOutcome outcome, bool is_requisite = false) {
  Observation observation;
  observation.is_requisite = is_requisite;
  observation.check.emplace();
  observation.check->outcome = outcome;
  return observation;
}

TEST(RefreshCounts, CountsChecksByTheirOutcome) {
  RefreshCounts counts;
  counts.count(Observation{});
  for (const CheckOutcome outcome : {CheckOutcome::same, CheckOutcome::changed, CheckOutcome::gone,
                                     CheckOutcome::back, CheckOutcome::failed})
    counts.count(check(outcome));
  Observation unmodified = check(CheckOutcome::same);
  unmodified.is_not_modified = true;
  counts.count(unmodified);
  EXPECT_EQ(counts.added, 1U);
  EXPECT_EQ(counts.same, 2U);
  EXPECT_EQ(counts.not_modified, 1U);
  EXPECT_EQ(counts.checks(), 6U);
}

TEST(RefreshCounts, CountsRequisitesApart) {
  RefreshCounts counts;
  Observation added;
  added.is_requisite = true;
  counts.count(added);
  counts.count(check(CheckOutcome::same, true));
  counts.count(check(CheckOutcome::changed, true));
  EXPECT_EQ(counts.requisites, 2U);
  EXPECT_EQ(counts.requisites_changed, 1U);
  EXPECT_EQ(counts.added + counts.checks(), 0U);
}

TEST(RefreshCounts, TellsAnotherAnswerFromNone) {
  RefreshCounts counts;
  counts.count(check(CheckOutcome::failed));
  Observation other = check(CheckOutcome::failed);
  other.check->status = 200;  // a page that stands in for the one that was asked for
  counts.count(other);
  EXPECT_EQ(counts.failed, 2U);
  EXPECT_EQ(counts.stood_in, 1U);
}

}  // namespace
}  // namespace freshet
