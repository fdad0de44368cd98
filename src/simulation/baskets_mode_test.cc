// Pages in baskets mode, through the whole program in virtual time.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "predict/shipped_first_sight.h"
#include "refresh/planner.h"
#include "schedule/shipped_training.h"
#include "simulation/crawl_run.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

using Hours = std::chrono::duration<double, std::chrono::hours::period>;

constexpr double kLateHours = 0.4;  // checks are chosen every quarter of an hour

class BasketsModeTest : public testing::Test {
 protected:
  explicit BasketsModeTest(std::uint64_t pages = 6) {
    plan_.hosts = 1;
    plan_.pages = pages;
    WorldFeatures& features = plan_.features;
    for (bool* feature :
         {&features.robots, &features.fine_rules, &features.sitemaps, &features.split_sitemaps,
          &features.redirects, &features.tls, &features.directives, &features.encodings,
          &features.codings, &features.validators, &features.missing_pages, &features.duplicates,
          &features.cookies, &features.shared_addresses, &features.traps, &features.misbehaviour,
          &features.requisites})
      *feature = false;
    auto script = std::make_shared<ChangeScript>();
    script->pages.resize(plan_.pages);
    plan_.script = script;
    script_ = script.get();
    run_.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    run_.plan.requisites = false;
    run_.plan.patience = std::chrono::days(365);
    planning_.sitemaps_every = Duration{};
    planning_.policy.budget.checks_per_day = 1;
  }

  // Adds changes of a page, one in `every` hours on average, between two hours after the crawl.
  void change(std::uint64_t page, double every, double from, double until, std::uint64_t seed) {
    Random random(seed);
    for (double at = from - every * std::log(1 - random.unit()); at < until;
         at += -every * std::log(1 - random.unit()))
      script_->pages[page].push_back(plan_.began + std::chrono::days(30) +
                                     std::chrono::duration_cast<Duration>(Hours(at)));
  }

  void crawl() {
    web_ = std::make_unique<SimulatedWeb>(plan_);
    zero_ = web_->clock.now() - web_->events.tick();
    crawled_ = web_->clock.now();
    FirstSightRecorder first(shipped_first_sight(CountedChanges::content), {});
    CrawlRunOptions options = run_;
    options.plan.patience = CrawlPlan{}.patience;
    options.recorder = &first;
    options.seeds = {web_->world.first_url()};
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options);
    ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
    ASSERT_TRUE(done.is_done);
  }

  // Runs until this many hours after the crawl; then kills or ends the run.
  void refresh(double until_hours, bool is_killed = false) {
    Archive archive = *Archive::open(system_disk(), directory());
    auto planner = Planner::load(archive.catalog(), shipped_first_sight(CountedChanges::content),
                                 shipped_training(CountedChanges::content).prior, planning_,
                                 web_->clock.now());
    ASSERT_TRUE(planner) << planner.error().message;
    CrawlRunOptions options = run_;
    options.recorder = planner->get();
    options.refresher = planner->get();
    zero_ = web_->clock.now() - web_->events.tick();
    const Time until = crawled_ + std::chrono::duration_cast<Duration>(Hours(until_hours));
    if (is_killed) options.is_killed = [&] { return web_->clock.now() >= until; };
    options.until = until - zero_;
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options);
    ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
  }

  std::string directory() { return scratch_ / "archive"; }
  std::string url(std::uint64_t number) {
    const auto first = Url::parse(web_->world.first_url());
    const auto host = web_->world.hosts().by_name(std::string(first->hostname()));
    return host->base + Site(web_->world.plan(), *host).page(number).path;
  }
  void watch(std::uint64_t page) { planning_.baskets.urls.push_back(url(page)); }

  // Returns the hours after the crawl at which the page was requested.
  std::vector<double> asked(std::uint64_t page) {
    std::vector<double> hours;
    for (const PracticeLogLine& line : web_->web.log())
      if (line.url == url(page) && zero_ + line.start > crawled_ + std::chrono::hours(1))
        hours.push_back(Hours(zero_ + line.start - crawled_).count());
    return hours;
  }

  PageBelief belief(std::uint64_t page) {
    Archive archive = *Archive::open(system_disk(), directory());
    return **archive.catalog().find_belief(page_key_of(url(page)));
  }
  std::vector<PageCheck> checks(std::uint64_t page) {
    Archive archive = *Archive::open(system_disk(), directory());
    return *archive.catalog().checks(page_key_of(url(page)), 10'000);
  }
  // Returns the latest basket of the page.
  double basket(std::uint64_t page) {
    double hours = 0;
    for (const PageCheck& check : checks(page))
      hours = basket_hours_of(check.stages).value_or(hours);
    return hours;
  }

  WorldPlan plan_;
  ChangeScript* script_;
  CrawlRunOptions run_;
  PlannerOptions planning_;
  std::unique_ptr<SimulatedWeb> web_;
  Time zero_{}, crawled_{};
  const Scratch scratch_;
};

class BasketsOfManyTest : public BasketsModeTest {
 protected:
  BasketsOfManyTest() : BasketsModeTest(kPages) {}
  static constexpr std::uint64_t kPages = 40;
};

TEST_F(BasketsModeTest, PollsAtTheHoursOfThePaperWhateverTheBudget) {
  crawl();
  watch(2);
  refresh(75);
  const std::vector<double> at = asked(2);
  const std::vector<double> expected = {4, 6, 9, 14, 21, 69};
  ASSERT_EQ(at.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_GE(at[i], expected[i]);
    EXPECT_LT(at[i], expected[i] + 2 * kLateHours);
  }
  EXPECT_EQ(basket(2), 48);
  EXPECT_EQ(belief(2).why,
            "baskets mode: every 48 h, since the polls saw change values of 0, 0, 0, 0, 0; then 1 "
            "poll in a row without a change");
  // The budget of a day is one check; polls took three times that, so little was left for other
  // pages.
  std::size_t others = 0;
  for (const std::uint64_t page : {0u, 1u, 3u, 4u, 5u}) others += asked(page).size();
  EXPECT_LE(others, 2U);
}

TEST_F(BasketsModeTest, PollsAreComparedWithTheFirstVersionOfTheDetection) {
  change(2, 1.5, 1, 7, 4);
  crawl();
  watch(2);
  refresh(22);
  const std::vector<PageCheck> polls = checks(2);
  ASSERT_EQ(polls.size(), 5U);
  std::vector<double> elements;
  for (const PageCheck& poll : polls) {
    const auto record = poll_of(poll.stages);
    ASSERT_TRUE(record);
    elements.push_back(record->elements.changed_elements + record->elements.new_elements);
  }
  // It is constant from hour 7 on, and still differs from its first version.
  EXPECT_GT(elements[0], 0);
  EXPECT_GE(elements[1], elements[0]);
  EXPECT_EQ(elements[4], elements[2]);
  EXPECT_EQ(polls[4].outcome, CheckOutcome::same);
}

TEST_F(BasketsOfManyTest, PagesLandInBasketsThatFitThem) {
  constexpr double kEvery[] = {2, 12, 24, 200};
  for (std::uint64_t page = 0; page < kPages; ++page)
    change(page, kEvery[page % std::size(kEvery)], 0, 24, 100 + page);
  crawl();
  for (std::uint64_t page = 0; page < kPages; ++page) watch(page);
  refresh(24);
  double sums[std::size(kEvery)] = {};
  for (std::uint64_t page = 0; page < kPages; ++page) {
    EXPECT_GT(basket(page), 0) << url(page);
    sums[page % std::size(kEvery)] += basket(page);
  }
  constexpr double kEach = static_cast<double>(kPages) / std::size(kEvery);
  EXPECT_LE(sums[0] / kEach, 8);
  EXPECT_LT(sums[1] / kEach, sums[2] / kEach);
  EXPECT_LT(sums[2] / kEach, sums[3] / kEach);
  EXPECT_GE(sums[3] / kEach, 40);
}

TEST_F(BasketsModeTest, APageThatBehavesOtherwiseIsDetectedAgain) {
  change(2, 1, 0, 60, 1);  // changes often, and then never again
  crawl();
  watch(2);
  refresh(40);
  EXPECT_GT(basket(2), 0);
  EXPECT_LE(basket(2), 12);
  // Six unsuccessful polls, and the second detection.
  refresh(60 + 7 * 13 + 24);
  EXPECT_EQ(basket(2), 48);
}

TEST_F(BasketsModeTest, GoesOnAfterAKillInTheMiddleOfTheDetection) {
  change(2, 3, 0, 30, 2);
  crawl();
  watch(2);
  refresh(7.5, true);
  const std::string before = belief(2).why;
  EXPECT_TRUE(before.starts_with("baskets mode, detected: poll 3 of 5 is next")) << before;
  refresh(12, true);
  refresh(22);
  const std::vector<PageCheck> polls = checks(2);
  ASSERT_EQ(polls.size(), 5U);
  EXPECT_EQ(poll_of(polls[0].stages)->detected_since, poll_of(polls[4].stages)->detected_since);
  EXPECT_GT(basket(2), 0);
}

TEST_F(BasketsModeTest, APageWithAnOldCopyBeginsWithACheckAtOnce) {
  crawl();
  web_->clock.jump(std::chrono::hours(100));
  watch(2);
  refresh(105);
  const std::vector<PageCheck> polls = checks(2);
  ASSERT_EQ(polls.size(), 2U);
  EXPECT_EQ(poll_of(polls[0].stages)->detected_since, polls[0].time);
  EXPECT_EQ(poll_of(polls[1].stages)->detected_since, polls[0].time);
}

TEST_F(BasketsModeTest, ThePlanSaysWhereAPageIs) {
  crawl();
  watch(2);
  planning_.baskets.urls.push_back("http://nowhere.example/");
  refresh(5);
  Archive archive = *Archive::open(system_disk(), directory());
  const Time now = web_->clock.now();
  const auto planner =
      Planner::load(archive.catalog(), shipped_first_sight(CountedChanges::content),
                    shipped_training(CountedChanges::content).prior, planning_, now);
  ASSERT_TRUE(planner);
  std::size_t found = 0;
  for (const PlannedPage& page : (*planner)->plan(now, 100)) {
    EXPECT_EQ(page.reason == CheckReason::appointed, page.url == url(2));
    if (page.url != url(2)) continue;
    ++found;
    EXPECT_TRUE(page.baskets.starts_with("baskets mode, detected: poll 2 of 5")) << page.baskets;
    EXPECT_NEAR(Hours(page.at - crawled_).count(), 6, kLateHours);
  }
  EXPECT_EQ(found, 1U);
  EXPECT_EQ((*planner)->unknown_in_baskets(), std::vector<std::string>{"http://nowhere.example/"});
}

}  // namespace
}  // namespace freshet
