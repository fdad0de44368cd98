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
  constexpr int kSteps = 4000;
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

// The mean of fresh_days() over all that the checks may find, each as likely as it is.
double mean_over_findings(const FollowedPage& page, const std::vector<double>& checks) {
  double mean = 0;
  for (unsigned findings = 0; findings < 1U << checks.size(); ++findings) {
    double probability = 1;
    double copied = -page.age;
    std::vector<SeenCheck> seen;
    for (std::size_t i = 0; i < checks.size(); ++i) {
      const bool has_changed = (findings >> i & 1) != 0;
      const double same = std::exp(-page.rate.middle * (checks[i] - copied));
      probability *= has_changed ? 1 - same : same;
      copied = checks[i];
      seen.push_back({checks[i], has_changed});
    }
    if (probability > 0) mean += probability * fresh_days(page, seen);
  }
  return mean;
}

TEST(EqualVisiting, FindingsAgreeWithChanceOnTheAverage) {
  for (const double rate : {0.0, 1e-9, 0.01, 0.5, 20.0}) {
    const FollowedPage page{.rate = sure(rate), .age = 1.5, .days = 10};
    for (const std::vector<double>& checks :
         {std::vector<double>{}, {0.0}, {3.0}, {1.0, 1.5, 9.0}, {10.0}})
      EXPECT_NEAR(mean_over_findings(page, checks), summed(page, checks), 5e-3) << rate;
  }
}

// A change that is told is the last of perhaps several: the copy was fresh until the first.
TEST(EqualVisiting, AToldChangeEndsTheTimeThatACopyWasFresh) {
  const FollowedPage slow{.rate = sure(1e-6), .age = 0, .days = 10};
  const auto told = [](double day) {
    return std::vector<SeenCheck>{{.day = 10, .has_changed = true, .told = day}};
  };
  EXPECT_NEAR(fresh_days(slow, told(9)), 9, 1e-3);
  EXPECT_NEAR(fresh_days(slow, told(1)), 1, 1e-3);
  const FollowedPage fast{.rate = sure(2), .age = 0, .days = 10};
  EXPECT_NEAR(fresh_days(fast, told(9)), 0.5, 1e-3);
  const FollowedPage old{.rate = sure(1e-6), .age = 3, .days = 10};
  EXPECT_NEAR(fresh_days(old, told(-1)), 0, 1e-9) << "before the looking began";
  EXPECT_NEAR(fresh_days(old, told(-4)), fresh_days(old, std::vector<SeenCheck>{{10, true, {}}}),
              1e-9)
      << "before the copy was made";
}

TEST(EqualVisiting, ACopyThatWasFoundUnchangedWasFresh) {
  const FollowedPage page{.rate = sure(5), .age = 3, .days = 10};
  EXPECT_EQ(fresh_days(page, std::vector<SeenCheck>{{.day = 10, .has_changed = false}}), 10);
  EXPECT_LT(fresh_days(page, std::vector<SeenCheck>{{.day = 10, .has_changed = true}}), 0.1);
}

// Many first moments of the first interval, each as likely.
TEST(EqualVisiting, IsTheMeanOverAllFirstMoments) {
  for (const double rate : {1e-9, 0.02, 0.5, 5.0}) {
    for (const double interval : {0.7, 4.0, 10.0, 45.0}) {
      const FollowedPage page{.rate = sure(rate), .age = 2, .days = 10};
      constexpr int kMoments = 100;
      double sum = 0;
      for (int i = 0; i < kMoments; ++i) {
        std::vector<double> checks;
        for (double at = interval * (i + 0.5) / kMoments; at < page.days; at += interval)
          checks.push_back(at);
        sum += summed(page, checks);
      }
      EXPECT_NEAR(fresh_days_if_equal(page, interval), sum / kMoments, 5e-3)
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
  const double fresh = fresh_days(pages[0], {}) + fresh_days_if_equal(pages[1], 2);
  const auto compared = compare_with_equal(pages, fresh, 500);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->equal_checks, 1000, 1);
  EXPECT_LT(compared->equal_fresh, compared->fresh);
}

TEST(EqualVisiting, OfNothingThereIsNoComparison) {
  EXPECT_FALSE(compare_with_equal({}, 0, 5));
  const std::vector<FollowedPage> pages = {{.rate = sure(1), .age = 0, .days = 10}};
  EXPECT_FALSE(compare_with_equal(pages, 1, 0));
}

}  // namespace
}  // namespace freshet
