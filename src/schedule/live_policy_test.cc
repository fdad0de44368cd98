#include "schedule/live_policy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "base/random.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Time kBegin = Time(std::chrono::days(20'000));

LivePolicyOptions with_checks(std::uint64_t checks_per_day) {
  LivePolicyOptions options;
  options.budget.checks_per_day = checks_per_day;
  return options;
}

// A crawl in zero time: each page returned by next() is checked at once.
class LivePolicyTest : public testing::Test {
 protected:
  void begin(const LivePolicyOptions& options) { policy = LivePolicy(even_weights(), options); }

  std::vector<PageNumber> add_pages(std::uint32_t site, int count, float weight = 1) {
    std::vector<PageNumber> numbers;
    for (int i = 0; i < count; ++i)
      numbers.push_back(
          policy.add({.site = site, .host = site, .first_seen = kBegin, .weight = weight}));
    return numbers;
  }

  // From `from` to `to`, asking every half hour; `has_changed` gives the result of a check.
  template <class HasChanged>
  std::map<PageNumber, int> run(Time from, Time to, HasChanged has_changed) {
    std::map<PageNumber, int> checks;
    for (Time now = from; now < to; now += minutes(30)) {
      while (const auto check = policy.next(now)) {
        ++checks[check->page];
        const bool changed = has_changed(check->page, now);
        rows.push_back(
            {check->page, now, changed ? PolicyOutcome::changed : PolicyOutcome::unchanged});
        policy.observe(rows.back(), 0);
      }
    }
    return checks;
  }

  LivePolicy policy{even_weights(), {}};
  std::vector<PolicyCheck> rows;
};

TEST_F(LivePolicyTest, SpendsItsBudgetAndNoMore) {
  begin(with_checks(48));
  add_pages(0, 300);
  int made = 0;
  for (const auto& [page, checks] :
       run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(11),
           [](PageNumber, Time) { return false; }))
    made += checks;
  EXPECT_NEAR(made, 480, 3);
}

TEST_F(LivePolicyTest, FindsThePagesThatChange) {
  begin(with_checks(40));
  const auto pages = add_pages(0, 100);
  Random random(1);
  // The first ten change about every other day.
  run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(40),
      [&](PageNumber page, Time) { return page < 10 && random.with_probability(0.7); });
  auto checks =
      run(kBegin + std::chrono::days(40), kBegin + std::chrono::days(60),
          [&](PageNumber page, Time) { return page < 10 && random.with_probability(0.7); });
  int of_fast = 0;
  int of_slow = 0;
  for (const PageNumber page : pages) (page < 10 ? of_fast : of_slow) += checks[page];
  EXPECT_GT(of_fast / 10.0, 4 * of_slow / 90.0);
}

TEST_F(LivePolicyTest, FollowsARelease) {
  begin(with_checks(50));
  add_pages(0, 100);
  add_pages(1, 100);
  run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(30),
      [](PageNumber, Time) { return false; });
  const Time release = kBegin + std::chrono::days(30);
  std::map<PageNumber, bool> is_seen;
  auto checks = run(release, release + std::chrono::days(2), [&](PageNumber page, Time) {
    return page < 100 && !std::exchange(is_seen[page], true);
  });
  int of_released = 0;
  for (PageNumber page = 0; page < 100; ++page) of_released += checks.contains(page) ? 1 : 0;
  EXPECT_GT(of_released, 60);
}

TEST_F(LivePolicyTest, IsRebuiltFromItsRows) {
  begin(with_checks(40));
  for (std::uint32_t site = 0; site < 5; ++site) add_pages(site, 12);
  Random random(2);
  run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(30),
      [&](PageNumber page, Time) { return random.with_probability(page % 7 * 0.1); });
  const LivePolicy first = std::move(policy);
  begin(with_checks(40));
  for (std::uint32_t site = 0; site < 5; ++site) add_pages(site, 12);
  for (const PolicyCheck& row : rows) policy.restore(row);
  const Time now = kBegin + std::chrono::days(31);
  for (PageNumber page = 0; page < 60; ++page) {
    const PageOutlook a = first.outlook(page, now);
    const PageOutlook b = policy.outlook(page, now);
    EXPECT_EQ(a.changes_per_day, b.changes_per_day);
    EXPECT_EQ(a.stale_probability, b.stale_probability);
    EXPECT_EQ(a.index, b.index);
    EXPECT_EQ(a.checks, b.checks);
  }
}

// A site that changes every page at each check, to consume the budget.
TEST_F(LivePolicyTest, AHostileSiteTakesAtMostItsCap) {
  begin(with_checks(48));
  add_pages(0, 100);
  for (std::uint32_t site = 1; site <= 9; ++site) add_pages(site, 100);
  auto checks = run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(31),
                    [](PageNumber page, Time) { return page < 100; });
  int hostile = 0;
  int others = 0;
  for (const auto& [page, count] : checks) (page < 100 ? hostile : others) += count;
  EXPECT_LE(hostile, 30 * 24 + 24);
  EXPECT_GE(others, 30 * 24 - 24);
}

TEST_F(LivePolicyTest, TheCapIsLiftedWhereNobodyElseCanBeChecked) {
  LivePolicyOptions options = with_checks(1000);
  options.interval_min = hours(20);
  begin(options);
  add_pages(0, 600);
  add_pages(1, 2);
  add_pages(2, 1400);
  int made = 0;
  for (const auto& [page, checks] :
       run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(2),
           [](PageNumber, Time) { return true; }))
    made += checks;
  EXPECT_GT(made, 900);
}

TEST_F(LivePolicyTest, AHostGetsItsRequestsOfADay) {
  LivePolicyOptions options = with_checks(200);
  options.budget.requests_per_host = 5;
  begin(options);
  add_pages(0, 50);
  add_pages(1, 50);
  auto checks = run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(4),
                    [](PageNumber, Time) { return false; });
  int made = 0;
  for (const auto& [page, count] : checks) made += count;
  EXPECT_GE(made, 2 * 5 * 3 - 2);
  EXPECT_LE(made, 2 * 5 * 4);
}

TEST_F(LivePolicyTest, BytesAreABudgetAndLargePagesMustBeWorthIt) {
  LivePolicyOptions options;
  options.budget.bytes_per_day = 1'000'000;
  begin(options);
  std::vector<PageNumber> small;
  std::vector<PageNumber> large;
  for (int i = 0; i < 100; ++i) {
    small.push_back(policy.add({.site = 0, .first_seen = kBegin, .bytes = 10'000}));
    large.push_back(policy.add({.site = 0, .first_seen = kBegin, .bytes = 200'000}));
  }
  std::map<PageNumber, int> checks;
  std::uint64_t bytes = 0;
  for (Time now = kBegin + std::chrono::days(1); now < kBegin + std::chrono::days(21);
       now += minutes(15)) {
    while (const auto check = policy.next(now)) {
      ++checks[check->page];
      const std::uint64_t cost = check->page % 2 == 0 ? 10'000 : 200'000;
      bytes += cost;
      policy.observe({check->page, now, PolicyOutcome::unchanged}, cost);
    }
  }
  EXPECT_NEAR(static_cast<double>(bytes), 20e6, 1.5e6);
  int of_small = 0;
  int of_large = 0;
  for (const PageNumber page : small) of_small += checks[page];
  for (const PageNumber page : large) of_large += checks[page];
  EXPECT_GT(of_small, 3 * of_large);
}

TEST_F(LivePolicyTest, AHintBringsAPageForward) {
  begin(with_checks(24));
  add_pages(0, 200);
  policy.hint(150, HintKind::feed_entry, true);
  policy.hint(151, HintKind::sitemap_lastmod, false);
  const Time now = kBegin + std::chrono::days(2);
  EXPECT_GT(policy.outlook(150, now).stale_probability, policy.outlook(0, now).stale_probability);
  EXPECT_LT(policy.outlook(151, now).stale_probability, policy.outlook(0, now).stale_probability);
  const auto check = policy.next(now);
  ASSERT_TRUE(check);
  EXPECT_EQ(check->page, 150U);
  policy.observe({150, now, PolicyOutcome::changed}, 0);
  EXPECT_EQ(policy.outlook(150, now).stale_probability, 0);
}

TEST_F(LivePolicyTest, AHintThatIsHeardWhileAPageWaitsCounts) {
  begin(with_checks(24));
  add_pages(0, 200);
  const Time now = kBegin + std::chrono::days(2);
  const auto first = policy.next(now);
  ASSERT_TRUE(first);
  const PageNumber hinted = first->page == 77 ? 78 : 77;
  policy.observe({first->page, now, PolicyOutcome::unchanged}, 0);
  policy.hint(hinted, HintKind::feed_entry, true);
  const auto second = policy.next(now + hours(1));
  ASSERT_TRUE(second);
  EXPECT_EQ(second->page, hinted);
}

TEST_F(LivePolicyTest, HintsThatLieAreTrustedNoMore) {
  begin(with_checks(24));
  add_pages(0, 50);
  Time now = kBegin + std::chrono::days(1);
  for (int i = 0; i < 100; ++i) {
    const auto page = static_cast<PageNumber>(i % 50);
    now += hours(3);
    policy.hint(page, HintKind::sitemap_lastmod, true);
    policy.observe({page, now, PolicyOutcome::unchanged}, 0);
  }
  now += std::chrono::days(3);
  const double plain = policy.outlook(7, now).stale_probability;
  policy.hint(7, HintKind::sitemap_lastmod, true);
  EXPECT_NEAR(policy.outlook(7, now).stale_probability, plain, 1e-6);
}

TEST_F(LivePolicyTest, NotModifiedTellsNearlyAsMuchAsABody) {
  add_pages(0, 1);
  add_pages(1, 1);
  add_pages(2, 1);
  for (int i = 1; i <= 10; ++i) {
    policy.observe({0, kBegin + std::chrono::days(10 * i), PolicyOutcome::unchanged}, 0);
    policy.observe({1, kBegin + std::chrono::days(10 * i), PolicyOutcome::not_modified}, 0);
  }
  const Time now = kBegin + std::chrono::days(101);
  const double body = policy.outlook(0, now).changes_per_day;
  const double told = policy.outlook(1, now).changes_per_day;
  EXPECT_GT(told, body);
  EXPECT_LT(told, 1.2 * body);
  // After wrong 304s they count for less.
  for (int i = 0; i < 20; ++i) policy.learn_hint(2, HintKind::not_modified, false, true);
  for (int i = 1; i <= 10; ++i)
    policy.observe({2, kBegin + std::chrono::days(10 * i), PolicyOutcome::not_modified}, 0);
  EXPECT_GT(policy.outlook(2, now).changes_per_day, 1.5 * told);
}

TEST_F(LivePolicyTest, APageThatFailsWaitsLongerEachTime) {
  begin({});
  add_pages(0, 1);
  Time now = kBegin + std::chrono::days(1);
  Duration waited{};
  for (int i = 0; i < 6; ++i) {
    ASSERT_TRUE(policy.next(now));
    policy.observe({0, now, PolicyOutcome::failed}, 0);
    EXPECT_FALSE(policy.next(now));
    const auto again = policy.next_moment(now);
    ASSERT_TRUE(again);
    EXPECT_GT(*again - now, waited);
    waited = *again - now;
    now = *again;
  }
  EXPECT_EQ(policy.outlook(0, now).checks, 0U);
}

TEST_F(LivePolicyTest, APageThatIsOutIsNotGivenAgain) {
  begin({});
  add_pages(0, 3);
  const Time now = kBegin + std::chrono::days(1);
  std::vector<PageNumber> out;
  while (const auto check = policy.next(now)) out.push_back(check->page);
  EXPECT_EQ(out.size(), 3U);
  EXPECT_FALSE(policy.next(now + std::chrono::days(9)));
  policy.give_back(out[1]);
  EXPECT_EQ(policy.next(now + std::chrono::days(9))->page, out[1]);
  policy.forget(out[0]);
  EXPECT_EQ(policy.pages(), 2U);
  EXPECT_EQ(policy.add({.site = 4, .first_seen = now}), out[0]);
  EXPECT_EQ(policy.next(now + std::chrono::days(10))->page, out[0]);
}

// A host that is down returns its pages unchecked. The most valuable one would be chosen each time,
// and no other page would ever be checked.
TEST_F(LivePolicyTest, APageOfAHostThatIsDownLetsOthersTakeItsTurn) {
  begin(with_checks(24));
  add_pages(0, 1, 100.0F);
  add_pages(1, 20);
  std::map<PageNumber, int> checks;
  int tries = 0;
  for (int hour = 0; hour < 240; ++hour) {
    const Time now = kBegin + std::chrono::days(2) + hours(hour);
    while (const auto check = policy.next(now)) {
      if (check->page == 0) {
        ++tries;
        policy.give_back(0, 0, now);
      } else {
        ++checks[check->page];
        policy.observe({check->page, now, PolicyOutcome::not_modified}, 100);
      }
    }
  }
  EXPECT_EQ(checks.size(), 20U);
  EXPECT_GT(tries, 2);
  EXPECT_LT(tries, 12);
}

TEST_F(LivePolicyTest, APageThatIsPostponedCostsNothingAndWaits) {
  begin(with_checks(24));
  add_pages(0, 1, 100.0F);
  add_pages(1, 20);
  const Time now = kBegin + std::chrono::days(2);
  const auto first = policy.next(now);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->page, 0U);
  policy.postpone(0, now + hours(5));
  const auto other = policy.next(now);
  ASSERT_TRUE(other) << "its check was refunded";
  EXPECT_NE(other->page, 0U);
  for (int hour = 1; hour < 5; ++hour)
    while (const auto check = policy.next(now + hours(hour))) EXPECT_NE(check->page, 0U);
  EXPECT_EQ(policy.next(now + hours(6))->page, 0U);
}

TEST_F(LivePolicyTest, APageThatIsForgottenIsNotSpokenOf) {
  begin({});
  add_pages(0, 1);
  policy.forget(0);
  EXPECT_DEATH(policy.observe({0, kBegin, PolicyOutcome::changed}, 0), "is known");
  EXPECT_DEATH(policy.outlook(7, kBegin), "is known");
}

TEST_F(LivePolicyTest, FirstSightTellsPagesApart) {
  begin({});
  RateWeights fast{};
  fast[kRateSteps - 6] = 1;
  RateWeights slow{};
  slow[0] = 1;
  policy.add({.site = 0, .first_seen = kBegin}, &slow);
  policy.add({.site = 0, .first_seen = kBegin}, &fast);
  EXPECT_EQ(policy.next(kBegin + std::chrono::days(1))->page, 1U);
}

TEST_F(LivePolicyTest, ExplainsItself) {
  begin(with_checks(12));
  add_pages(0, 40);
  Random random(5);
  run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(60), [&](PageNumber page, Time) {
    return page == 3 ? random.with_probability(0.6) : random.with_probability(0.02);
  });
  const Time now = kBegin + std::chrono::days(60);
  const PageOutlook fast = policy.outlook(3, now);
  const PageOutlook slow = policy.outlook(20, now);
  EXPECT_GT(fast.changes_per_day, 3 * slow.changes_per_day);
  for (const PageOutlook& outlook : {fast, slow}) {
    EXPECT_LT(outlook.changes_per_day_low, outlook.changes_per_day_high);
    EXPECT_GE(outlook.stale_probability, 0);
    EXPECT_LE(outlook.stale_probability, 1);
    EXPECT_GT(outlook.price, 0);
    ASSERT_TRUE(outlook.planned);
  }
  EXPECT_GT(fast.checks, fast.changes);
  // A check planned for later is not worth its price yet, and then is.
  int planned_for_worth = 0;
  for (PageNumber page = 0; page < 40 && planned_for_worth < 5; ++page) {
    const PageOutlook outlook = policy.outlook(page, now);
    if (outlook.planned_for != CheckReason::worth || *outlook.planned <= now + hours(1)) continue;
    ++planned_for_worth;
    EXPECT_LT(outlook.index, outlook.price);
    EXPECT_NEAR(policy.outlook(page, *outlook.planned).index, outlook.price, 0.05 * outlook.price);
  }
  EXPECT_EQ(planned_for_worth, 5);
}

TEST_F(LivePolicyTest, PlansAsFastAsTheBudgetAllows) {
  begin(with_checks(24));
  add_pages(0, 100);
  add_pages(1, 100);
  const auto plan = policy.plan(kBegin + std::chrono::days(500));
  ASSERT_EQ(plan.size(), 200U);
  EXPECT_EQ(plan[0].at, kBegin + std::chrono::days(500));
  for (std::size_t i = 1; i < plan.size(); ++i) EXPECT_LE(plan[i - 1].at, plan[i].at);
  EXPECT_GE(plan[199].at, kBegin + std::chrono::days(508));
}

TEST_F(LivePolicyTest, PlansOfAnUnlimitedBudgetAreForNow) {
  begin({});
  add_pages(0, 3);
  const auto plan = policy.plan(kBegin + std::chrono::days(3));
  ASSERT_EQ(plan.size(), 3U);
  EXPECT_EQ(plan[2].at, kBegin + std::chrono::days(3));
}

TEST_F(LivePolicyTest, WeightsThatAreNoneDoNoHarm) {
  begin(with_checks(24));
  add_pages(0, 1, std::numeric_limits<float>::quiet_NaN());
  add_pages(0, 1, std::numeric_limits<float>::infinity());
  add_pages(0, 1, -std::numeric_limits<float>::infinity());
  add_pages(0, 1, 0);
  add_pages(0, 1, 1e30F);
  policy.set_weight(3, std::numeric_limits<float>::quiet_NaN());
  const Time now = kBegin + std::chrono::days(5);
  for (PageNumber page = 0; page < 5; ++page) {
    const PageOutlook outlook = policy.outlook(page, now);
    EXPECT_TRUE(std::isfinite(outlook.index)) << page;
    EXPECT_GE(outlook.index, 0);
  }
  auto checks = run(now, now + std::chrono::days(20), [](PageNumber, Time) { return true; });
  EXPECT_EQ(checks.size(), 5U);  // even pages of no weight are checked now and then
}

TEST_F(LivePolicyTest, AClockThatJumpedAheadAndBackStopsNothing) {
  begin(with_checks(48));
  add_pages(0, 50);
  run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(5),
      [](PageNumber, Time) { return false; });
  const Time ahead = kBegin + std::chrono::days(30'000);
  run(ahead, ahead + hours(20), [](PageNumber, Time) { return true; });
  auto checks = run(kBegin + std::chrono::days(5), kBegin + std::chrono::days(9),
                    [](PageNumber, Time) { return false; });
  int made = 0;
  for (const auto& [page, count] : checks) made += count;
  EXPECT_GT(made, 150);
  EXPECT_GT(checks.size(), 40U);
}

TEST_F(LivePolicyTest, ChecksAtOneMomentTellNothing) {
  begin({});
  add_pages(0, 2);
  policy.observe({0, kBegin + std::chrono::days(1), PolicyOutcome::changed}, 0);
  const double before = policy.outlook(0, kBegin + std::chrono::days(2)).changes_per_day;
  for (int i = 0; i < 100; ++i)
    policy.observe({0, kBegin + std::chrono::days(1), PolicyOutcome::changed}, 0);
  EXPECT_EQ(policy.outlook(0, kBegin + std::chrono::days(2)).changes_per_day, before);
}

TEST_F(LivePolicyTest, PagesWithThousandsOfChangesStaySound) {
  begin(with_checks(24));
  add_pages(0, 5);
  for (int i = 1; i <= 3'000; ++i)
    policy.restore({0, kBegin + minutes(10 * i), PolicyOutcome::changed});
  const Time now = kBegin + std::chrono::days(40);
  const PageOutlook outlook = policy.outlook(0, now);
  EXPECT_GT(outlook.changes_per_day, 1);
  EXPECT_TRUE(std::isfinite(outlook.changes_per_day));
  EXPECT_GT(outlook.stale_probability, 0.9);
  EXPECT_EQ(outlook.changes, 3'000U);
}

TEST_F(LivePolicyTest, TheSameCallsGiveTheSameAnswers) {
  const auto play = [&] {
    begin(with_checks(30));
    rows.clear();
    add_pages(0, 40);
    add_pages(1, 40);
    Random random(9);
    run(kBegin + std::chrono::days(1), kBegin + std::chrono::days(20),
        [&](PageNumber, Time) { return random.with_probability(0.2); });
    std::vector<std::pair<PageNumber, Time>> made;
    for (const PolicyCheck& row : rows) made.emplace_back(row.page, row.at);
    return made;
  };
  EXPECT_EQ(play(), play());
}

}  // namespace
}  // namespace freshet
