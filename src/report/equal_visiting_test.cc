#include "report/equal_visiting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

constexpr double kDays = 40;

BelievedRate sure(double rate) { return {rate, rate, rate}; }

// When a page of this rate changes, up to kDays.
std::vector<double> changes_of(double rate, Random& random) {
  std::vector<double> changes;
  for (double at = 0; rate > 0;) {
    at -= std::log1p(-random.unit()) / rate;
    if (at >= kDays) break;
    changes.push_back(at);
  }
  return changes;
}

// The truth: how long copies of these moments are fresh, if the first is made at day 0.
double fresh_days(const std::vector<double>& changes, std::vector<double> visits) {
  visits.insert(visits.begin(), 0);
  double sum = 0;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const double end = i + 1 < visits.size() ? visits[i + 1] : kDays;
    const auto change = std::upper_bound(changes.begin(), changes.end(), visits[i]);
    sum += (change == changes.end() ? end : std::min(*change, end)) - visits[i];
  }
  return sum;
}

std::vector<double> every(double interval, double first) {
  std::vector<double> visits;
  for (double at = first; at < kDays; at += interval) visits.push_back(at);
  return visits;
}

// Pages that change at known moments, half of them checked often, the others rarely.
struct World {
  std::vector<FollowedPage> pages;
  double ours = 0;   // the truth
  double equal = 0;  // ... of visiting equally often with as many checks

  // `often` and `rarely`: days between checks. Believed are the rates times `believed`.
  World(std::uint64_t seed, double often, double rarely, double believed = 1) {
    Random random(seed);
    std::vector<std::vector<double>> changes;
    std::size_t count = 0;
    for (int i = 0; i < kPages; ++i) {
      const bool is_busy = i % 2 == 0;
      const double rate = (is_busy ? 0.4 : 0.004) * (0.5 + random.unit());
      const double interval = is_busy ? often : rarely;
      changes.push_back(changes_of(rate, random));
      const std::vector<double> visits = every(interval, interval * random.unit());
      ours += fresh_days(changes.back(), visits) / kDays / kPages;
      checks_.push_back(findings(changes.back(), visits));
      count += visits.size();
      pages.push_back({.host = static_cast<std::uint32_t>(i / 10),
                       .rate = sure(rate * believed),
                       .days = kDays,
                       .checks = checks_.back()});
    }
    const double interval = kPages * kDays / static_cast<double>(count);
    for (const auto& of_page : changes)
      equal += fresh_days(of_page, every(interval, interval * random.unit())) / kDays / kPages;
  }

 private:
  static constexpr int kPages = 2000;

  static std::vector<SeenCheck> findings(const std::vector<double>& changes,
                                         const std::vector<double>& visits) {
    std::vector<SeenCheck> seen;
    double last = 0;
    for (const double at : visits) {
      const auto after = std::lower_bound(changes.begin(), changes.end(), at);
      const bool has_changed = after != changes.begin() && *(after - 1) > last;
      seen.push_back({.day = at, .has_changed = has_changed});
      last = at;
    }
    return seen;
  }

  std::vector<std::vector<SeenCheck>> checks_;
};

TEST(EqualVisiting, ComesNearTheTruthOfBothWays) {
  const World better(1, 2, 30);
  const auto compared = compare_with_equal(better.pages);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->fresh, better.ours, 0.01);
  EXPECT_NEAR(compared->equal_fresh, better.equal, 0.01);
  EXPECT_GT(better.ours, better.equal + 0.03);
  EXPECT_TRUE(compared->is_clear());
  EXPECT_GT(compared->checks_saved(), 0);

  const World worse(2, 30, 2);
  const auto other = compare_with_equal(worse.pages);
  ASSERT_TRUE(other);
  EXPECT_NEAR(other->fresh, worse.ours, 0.02);
  EXPECT_NEAR(other->equal_fresh, worse.equal, 0.02);
  EXPECT_TRUE(other->is_clear());
  EXPECT_LT(other->checks_saved(), 0);
}

// The results of the checks limit the error of both ways of visiting if rates are believed too high
// or too low.
TEST(EqualVisiting, TheDifferenceDoesNotHangOnTheRatesAlone) {
  for (const double believed : {0.5, 2.0}) {
    const World world(3, 2, 30, believed);
    const auto compared = compare_with_equal(world.pages);
    ASSERT_TRUE(compared);
    EXPECT_NEAR(compared->fresh - compared->equal_fresh, world.ours - world.equal, 0.03)
        << believed;
  }
}

// A change that is told is the last of perhaps several: the copy was fresh until the first.
TEST(EqualVisiting, AToldChangeEndsTheTimeThatACopyWasFresh) {
  const auto fresh = [](double rate, double told) {
    const std::vector<SeenCheck> checks = {{.day = 10, .has_changed = true, .told = told}};
    return compare_with_equal(
               std::vector<FollowedPage>{{.rate = sure(rate), .days = 10, .checks = checks}})
        ->fresh;
  };
  EXPECT_NEAR(fresh(1e-9, 9), 0.9, 1e-6);
  EXPECT_NEAR(fresh(1e-9, 1), 0.1, 1e-6);
  EXPECT_LT(fresh(2, 9), 0.2);
}

// Checked equally often, nothing is saved, and the report says that nothing is to be seen.
TEST(EqualVisiting, EqualVisitingSavesNothing) {
  const World world(5, 6, 6);
  const auto compared = compare_with_equal(world.pages);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->fresh, compared->equal_fresh, 0.01);
  EXPECT_FALSE(compared->is_clear())
      << compared->fresh << " " << compared->equal_fresh << " +- " << compared->noise;
}

// One page that never changes and one that does: all checks to the second are worth twice as many.
TEST(EqualVisiting, ChecksWhereItMattersSaveHalf) {
  std::vector<SeenCheck> checks;
  for (int day = 2; day <= 1000; day += 2) checks.push_back({static_cast<double>(day), true});
  const std::vector<FollowedPage> pages = {{.rate = sure(0), .days = 1000},
                                           {.rate = sure(30), .days = 1000, .checks = checks}};
  const auto compared = compare_with_equal(pages);
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->equal_checks, 1000, 50);
  EXPECT_LT(compared->equal_fresh, compared->fresh);
}

// A copy is no fresher for having been made before the looking began.
TEST(EqualVisiting, AnOldCopyMayBeStaleFromTheBeginning) {
  const std::vector<SeenCheck> changed = {{.day = 10, .has_changed = true, .told = -1}};
  const auto compared = compare_with_equal(
      std::vector<FollowedPage>{{.rate = sure(1e-9), .age = 3, .days = 20, .checks = changed}});
  ASSERT_TRUE(compared);
  EXPECT_NEAR(compared->fresh, 0.5, 1e-6);
  // Somebody who comes once in these days, at any moment of them.
  EXPECT_NEAR(compared->equal_fresh, 0.5, 1e-6);
}

TEST(EqualVisiting, IsBoundedWhateverIsBelieved) {
  const std::vector<SeenCheck> checks = {{.day = 5, .has_changed = true}, {.day = 1}, {.day = 90}};
  for (const double rate : {0.0, 1e-300, 1e-9, 1e9, 1e300}) {
    const auto compared = compare_with_equal(
        std::vector<FollowedPage>{{.rate = sure(rate), .age = 2, .days = 10, .checks = checks}});
    ASSERT_TRUE(compared);
    EXPECT_TRUE(compared->fresh >= 0 && compared->fresh <= 1) << rate;
    EXPECT_TRUE(compared->equal_fresh >= 0 && compared->equal_fresh <= 1) << rate;
    EXPECT_TRUE(std::isfinite(compared->equal_checks)) << rate;
  }
}

TEST(EqualVisiting, KeepsTheMeanOfTheBelief) {
  const BelievedRate rate = believed_rate(1.0, 0.4, 1.8);
  EXPECT_NEAR(0.3 * rate.low + 0.4 * rate.middle + 0.3 * rate.high, 1.0, 1e-12);
  EXPECT_EQ(believed_rate(5.0, 0.1, 1.0).middle, 1.0) << "it stays between the others";
  EXPECT_EQ(believed_rate(1.0, 2.0, 1.0).high, 1.0) << "no range: the mean alone";
  EXPECT_EQ(believed_rate(std::nan(""), 2.0, 1.0).middle, 0);
}

TEST(EqualVisiting, OfNothingThereIsNoComparison) {
  EXPECT_FALSE(compare_with_equal({}));
  EXPECT_FALSE(compare_with_equal(std::vector<FollowedPage>{{.rate = sure(1), .days = 10}}));
}

}  // namespace
}  // namespace freshet
