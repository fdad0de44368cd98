#include "predict/relearn.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "learn/c45.h"
#include "learn/decision_tree.h"
#include "predict/shipped_first_sight.h"

namespace freshet {
namespace {

const Learner kFirstSightTree = [](const Dataset& rows) -> Result<std::unique_ptr<Classifier>> {
  return std::make_unique<DecisionTree>(grow_c45(rows, {}));
};

const FirstSight& shipped() { return shipped_first_sight(CountedChanges::content); }

// Observed for ten days: it changed at every other check, or at none.
CheckedPage page(std::size_t site, std::size_t number, bool is_fast, double links) {
  CheckedPage made;
  made.site = fmt::format("site{}.example", site);
  made.url = fmt::format("https://{}/{}", made.site, number);
  made.look.links = links;
  for (int day = 0; day < 10; ++day)
    made.checks.observe({.days = 1, .has_changed = is_fast && day % 2 == 0});
  return made;
}

// Ten pages per site; those with even numbers are fast, and have many links.
std::vector<CheckedPage> pages_of(std::size_t sites) {
  std::vector<CheckedPage> pages;
  for (std::size_t site = 0; site < sites; ++site)
    for (std::size_t i = 0; i < 10; ++i)
      pages.push_back(page(site, i, i % 2 == 0, i % 2 == 0 ? 200 : 5));
  return pages;
}

double guess(const FirstSight& model, double links) {
  FirstLook look;
  look.links = links;
  return typical_rate(model.predict(look).prior);
}

TEST(Relearn, FindsWhatTellsFastPagesFromSlowOnes) {
  const auto learned = relearn(pages_of(30), shipped(), kFirstSightTree, {});
  ASSERT_TRUE(learned) << learned.error().message;
  EXPECT_TRUE(learned->is_better());
  EXPECT_TRUE(learned->is_by_site);
  EXPECT_EQ(learned->taught_sites + learned->asked_sites, 30U);
  EXPECT_EQ(learned->taught_pages + learned->asked_pages, 300U);
  EXPECT_EQ(learned->asked_checks, 10 * learned->asked_pages);
  EXPECT_GT(guess(learned->model, 200), 0.2);
  EXPECT_LT(guess(learned->model, 5), 0.1);
}

TEST(Relearn, IsNotBetterWhereTheSitesHeldBackBehaveOtherwise) {
  std::vector<CheckedPage> pages;
  for (std::size_t site = 0; site < 30; ++site)
    for (std::size_t i = 0; i < 10; ++i) {
      CheckedPage made = page(site, i, i % 2 == 0, i % 2 == 0 ? 200 : 5);
      if (hash64(made.site) % kHeldBackOneIn == 0) made.look.links = i % 2 == 0 ? 5 : 200;
      pages.push_back(made);
    }
  const auto learned = relearn(pages, shipped(), kFirstSightTree, {});
  ASSERT_TRUE(learned) << learned.error().message;
  EXPECT_FALSE(learned->is_better()) << learned->probability << learned->probability_before;
}

// Pages look alike; every other site is fast.
TEST(Relearn, FindsThatSitesDiffer) {
  std::vector<CheckedPage> pages;
  for (std::size_t site = 0; site < 40; ++site)
    for (std::size_t i = 0; i < 10; ++i) {
      pages.push_back(page(site, i, site % 2 == 0, 7));
      pages.back().days = 10;
      pages.back().changes = site % 2 == 0 ? 5 : 0;
    }
  const auto learned = relearn(pages, shipped(), kFirstSightTree, {});
  ASSERT_TRUE(learned) << learned.error().message;
  const auto guess_among = [&](double changes) {
    FirstLook look;
    look.links = 7;
    look.tell_site(9, 90, changes);
    return typical_rate(learned->model.predict(look).prior);
  };
  EXPECT_GT(guess_among(45), 3 * guess_among(0));
}

TEST(Relearn, IsNotBetterThanItself) {
  const auto pages = pages_of(30);
  const auto once = relearn(pages, shipped(), kFirstSightTree, {});
  ASSERT_TRUE(once);
  const auto again = relearn(pages, once->model, kFirstSightTree, {});
  ASSERT_TRUE(again);
  EXPECT_FALSE(again->is_better());
  EXPECT_EQ(again->model.write(), once->model.write());
}

TEST(Relearn, OfOneSitePagesAreHeldBack) {
  std::vector<CheckedPage> pages;
  for (std::size_t i = 0; i < 200; ++i)
    pages.push_back(page(0, i, i % 2 == 0, i % 2 == 0 ? 200 : 5));
  const auto learned = relearn(pages, shipped(), kFirstSightTree, {});
  ASSERT_TRUE(learned) << learned.error().message;
  EXPECT_FALSE(learned->is_by_site);
  EXPECT_TRUE(learned->is_better());
  EXPECT_GT(learned->model.trust(), 0.9) << "new pages come from the same site";
}

TEST(Relearn, SaysThatThereAreTooFewPages) {
  const auto learned = relearn(pages_of(9), shipped(), kFirstSightTree, {});
  ASSERT_FALSE(learned);
  EXPECT_EQ(learned.error().code, Errc::limit);
  EXPECT_EQ(learned.error().message, "90 pages can be learned from, and 100 are needed");
}

TEST(Relearn, PagesThatNeverChangedTeachThatPagesSeldomDo) {
  std::vector<CheckedPage> pages;
  for (std::size_t site = 0; site < 30; ++site)
    for (std::size_t i = 0; i < 10; ++i) pages.push_back(page(site, i, false, 7));
  const auto learned = relearn(pages, shipped(), kFirstSightTree, {});
  ASSERT_TRUE(learned) << learned.error().message;
  EXPECT_LT(guess(learned->model, 7), 0.02);
}

// Maximum likelihood of single pages would give 0 and 6 a day; the joint estimate is closer.
TEST(Relearn, ThreeChecksOfManyPagesTellHowRatesAreSpread) {
  std::vector<CheckedPage> pages;
  Random random(5);
  for (std::size_t i = 0; i < 2000; ++i) {
    CheckedPage& made = pages.emplace_back();
    for (int check = 0; check < 3; ++check)
      made.checks.observe({.days = 1, .has_changed = random.with_probability(0.3)});
  }
  const RateWeights spread = spread_of_rates(pages);
  EXPECT_NEAR(typical_rate(spread), 0.33, 0.07) << "-ln 0.7, and some doubt";
  EXPECT_LT(rate_quantile(spread, 0.9), 1.0);
}

TEST(Relearn, ACheckIsAsLikelyAsTheModelSaid) {
  RatePosterior checks;
  checks.observe({.days = 2, .has_changed = false});
  checks.observe({.days = 1, .has_changed = true});
  const RateWeights sure = sure_weights(rate_grid()[20]);
  const double rate = rate_grid()[20];
  EXPECT_NEAR(checks.log_probability(sure), -2 * rate + std::log(1 - std::exp(-rate)), 1e-4);
}

}  // namespace
}  // namespace freshet
