#include "report/equal_visiting.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

BelievedRate sure(double rate) { return {rate, rate, rate}; }

// The probability that the copy is fresh, added up in small steps.
double summed(const FollowedPage& page, const std::vector<double>& checks) {
  constexpr int kSteps = 20'000;
  double sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double at = page.days * (i + 0.5) / kSteps;
    double age = page.age + at;
    for (const double check : checks)
      if (check <= at) age = at - check;
    sum += std::exp(-page.rate.middle * age) * page.days / kSteps;
  }
  return sum;
}

TEST(EqualVisiting, ReckonsFreshDaysAsASumOfSmallStepsDoes) {
  for (const double rate : {0.0, 1e-9, 0.01, 0.5, 20.0}) {
    const FollowedPage page{.rate = sure(rate), .age = 1.5, .days = 10};
    for (const std::vector<double>& checks :
         {std::vector<double>{}, {0.0}, {3.0}, {1.0, 1.5, 9.0}, {10.0}})
      EXPECT_NEAR(fresh_days(page, checks), summed(page, checks), 2e-3) << rate;
  }
}

// Many first moments of the first interval, each as likely.
TEST(EqualVisiting, IsTheMeanOverAllFirstMoments) {
  for (const double rate : {1e-9, 0.02, 0.5, 5.0}) {
    for (const double interval : {0.7, 4.0, 10.0, 45.0}) {
      const FollowedPage page{.rate = sure(rate), .age = 2, .days = 10};
      constexpr int kMoments = 2000;
      double sum = 0;
      for (int i = 0; i < kMoments; ++i) {
        std::vector<double> checks;
        for (double at = interval * (i + 0.5) / kMoments; at < page.days; at += interval)
          checks.push_back(at);
        sum += fresh_days(page, checks);
      }
      EXPECT_NEAR(fresh_days_if_equal(page, interval), sum / kMoments, 1e-3)
          << rate << " " << interval;
    }
  }
}

// Cho and Garcia-Molina: over long, (1 - e^(-r I)) / (r I).
TEST(EqualVisiting, TendsToTheFormulaOfUniformVisiting) {
  const FollowedPage page{.rate = sure(0.3), .age = 0, .days = 1e6};
  EXPECT_NEAR(fresh_days_if_equal(page, 5) / page.days, (1 - std::exp(-1.5)) / 1.5, 1e-5);
}

TEST(EqualVisiting, KeepsTheMeanOfTheBelief) {
  const BelievedRate rate = believed_rate(1.0, 0.4, 1.8);
  EXPECT_NEAR(0.3 * rate.low + 0.4 * rate.middle + 0.3 * rate.high, 1.0, 1e-12);
  EXPECT_EQ(believed_rate(5.0, 0.1, 1.0).middle, 1.0) << "it stays between the others";
  EXPECT_EQ(believed_rate(1.0, 2.0, 1.0).high, 1.0) << "no range: the mean alone";
  EXPECT_EQ(believed_rate(std::nan(""), 2.0, 1.0).middle, 0);
}

// Checked equally often, nothing is saved.
TEST(EqualVisiting, EqualVisitingSavesNothing) {
  std::vector<FollowedPage> pages;
  double fresh = 0;
  for (int i = 0; i < 200; ++i) {
    pages.push_back({.rate = sure(0.01 * (i + 1)), .age = 0, .days = 400});
    fresh += fresh_days_if_equal(pages.back(), 4);
  }
  const auto compared = compare_with_equal(pages, fresh, 200 * 100);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->equal_fresh, compared->fresh, 1e-9);
  EXPECT_NEAR(compared->checks_saved(), 0, 5);
}

// One page that never changes and one that does: all checks to the second are worth twice as many.
TEST(EqualVisiting, ChecksWhereItMattersSaveHalf) {
  const std::vector<FollowedPage> pages = {{.rate = sure(0), .age = 0, .days = 1000},
                                           {.rate = sure(0.5), .age = 0, .days = 1000}};
  std::vector<double> checks;
  for (int i = 0; i < 500; ++i) checks.push_back(2 * i + 1);
  const double fresh = fresh_days(pages[0], {}) + fresh_days(pages[1], checks);
  const auto compared = compare_with_equal(pages, fresh, 500);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->equal_checks, 1000, 5);
  EXPECT_LT(compared->equal_fresh, compared->fresh);
}

TEST(EqualVisiting, OfNothingThereIsNoComparison) {
  EXPECT_FALSE(compare_with_equal({}, 0, 5));
  const std::vector<FollowedPage> pages = {{.rate = sure(1), .age = 0, .days = 10}};
  EXPECT_FALSE(compare_with_equal(pages, 1, 0));
}

}  // namespace
}  // namespace freshet
