#include "refresh/history_replay.h"

#include <gtest/gtest.h>

#include "predict/shipped_first_sight.h"
#include "refresh/now_test.h"
#include "schedule/shipped_training.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

using std::chrono::days;

const std::string kUrl = "https://a.example/";

class HistoryReplayTest : public testing::Test {
 protected:
  void make(const PlannerOptions& options) {
    pages_.emplace(shipped_first_sight(CountedChanges::any),
                   shipped_training(CountedChanges::any).prior, options,
                   counting_classifier(options.baskets.baskets));
    replay_.emplace(*pages_, rechecks_, kNow);
  }
  HistoryReplayTest() { make({}); }

  void page(const std::string& url, Time first_seen, std::optional<PageBelief> belief = {}) {
    PageWithBelief page;
    page.page.id = ++last_id_;
    page.page.key = page_key_of(url);
    page.page.first_seen = first_seen;
    page.belief = std::move(belief);
    page.newest_status = 200;
    page.newest_mime = "text/html";
    replay_->add_page(page);
  }

  void check(const std::string& url, Time time, CheckOutcome outcome) {
    PageCheck check;
    check.page = page_key_of(url);
    check.time = time;
    check.outcome = outcome;
    replay_->add_check(check);
  }

  RegisteredPage& known(const std::string& url = kUrl) {
    return pages_->registry()[*pages_->registry().find(url)];
  }

  PageId last_id_ = 0;
  std::optional<ScheduledPages> pages_;
  RecheckQueue rechecks_{days(32)};
  std::optional<HistoryReplay> replay_;
};

TEST_F(HistoryReplayTest, GivesTheBeliefsOfAPlannerThatRan) {
  ScheduledPages ran(shipped_first_sight(CountedChanges::any),
                     shipped_training(CountedChanges::any).prior, {}, {});
  for (const std::string url : {"https://a.example/", "https://a.example/b"})
    page(url, kNow - days(20));
  // The checks of a page come together from the catalog, but happened in turn.
  for (const std::string url : {"https://a.example/b", "https://a.example/"})
    for (int day = 1; day < 20; ++day)
      check(url, kNow - days(20 - day), day % 3 == 0 ? CheckOutcome::changed : CheckOutcome::same);
  replay_->run();
  for (const std::string url : {"https://a.example/", "https://a.example/b"})
    ran.schedule_new(ran.registry().add(page_key_of(url)), kNow - days(20));
  for (int day = 1; day < 20; ++day)
    for (const std::string url : {"https://a.example/b", "https://a.example/"})
      ran.observe(*ran.registry().find(url),
                  {.at = kNow - days(20 - day),
                   .outcome = day % 3 == 0 ? CheckOutcome::changed : CheckOutcome::same},
                  1);
  for (const std::string url : {"https://a.example/", "https://a.example/b"}) {
    const auto outlook = [&](const ScheduledPages& pages) {
      const PageIndex page = *pages.registry().find(url);
      return pages.policy().outlook(*pages.registry()[page].number, kNow);
    };
    EXPECT_EQ(outlook(*pages_).changes_per_day, outlook(ran).changes_per_day);
    EXPECT_EQ(outlook(*pages_).checks, 19U);
  }
}

TEST_F(HistoryReplayTest, AMissingPageWaitsForItsRecheck) {
  PageBelief belief;
  belief.state = PageState::gone;
  belief.misses = 2;
  belief.next_check = kNow + days(1);
  page(kUrl, kNow - days(20), belief);
  check(kUrl, kNow - days(10), CheckOutcome::same);
  replay_->run();
  EXPECT_FALSE(known().number);
  EXPECT_EQ(known().life, life_of(belief));
  EXPECT_FALSE(rechecks_.take(kNow));
  EXPECT_TRUE(rechecks_.take(kNow + days(1)));
}

TEST_F(HistoryReplayTest, ABeliefCountsMoreThanChecksThatDoNotTellAll) {
  page(kUrl, kNow - days(20), PageBelief{});
  check(kUrl, kNow - days(10), CheckOutcome::gone);
  replay_->run();
  EXPECT_TRUE(known().number);
}

TEST_F(HistoryReplayTest, AFirstSightOfAClockAheadIsDatedByTheFirstCheck) {
  page(kUrl, kNow + days(900));
  check(kUrl, kNow - days(3), CheckOutcome::failed);
  check(kUrl, kNow - days(2), CheckOutcome::same);
  check(kUrl, kNow - days(1), CheckOutcome::same);
  check(kUrl, kNow + days(901), CheckOutcome::changed);
  page("https://b.example/", kNow + days(900));
  replay_->run();
  EXPECT_EQ(known().seen, kNow - days(1));
  EXPECT_EQ(pages_->policy().outlook(*known().number, kNow).checks, 1U);
  EXPECT_EQ(known("https://b.example/").seen, kNow - days(30)) << "nothing dates it";
}

TEST_F(HistoryReplayTest, PollsOfPagesInBasketsModeAreRestored) {
  PlannerOptions options;
  options.baskets.urls = {kUrl};
  make(options);
  page(kUrl, kNow - days(1));
  page("https://b.example/", kNow - days(1));
  replay_->run();
  EXPECT_EQ(replay_->polled_pages(), std::vector<PageId>{1});
  BasketPages polled(options.baskets, counting_classifier(options.baskets.baskets));
  polled.add(0, kNow - days(1));
  PageCheck poll;
  poll.page = page_key_of(kUrl);
  poll.time = kNow - std::chrono::hours(20);
  ASSERT_TRUE(polled.observe(0, {}, poll));
  replay_->add_poll(poll);
  replay_->end();
  EXPECT_EQ(pages_->baskets().words(*pages_->registry().find(kUrl)), polled.words(0));
}

TEST(CheckedPages, PagesWithoutABeliefAreCheckedByWhatTheyAre) {
  const auto of = [](std::uint16_t status, const std::string& mime) {
    PageWithBelief page;
    page.newest_status = status;
    page.newest_mime = mime;
    return page;
  };
  EXPECT_TRUE(is_checked(of(200, "text/html")));
  EXPECT_FALSE(is_requisite(of(200, "text/html")));
  EXPECT_TRUE(is_checked(of(200, "image/png")));
  EXPECT_TRUE(is_requisite(of(200, "image/png")));
  EXPECT_FALSE(is_checked(of(404, "text/html")));
  EXPECT_FALSE(is_checked(of(200, "application/pdf")));
}

}  // namespace
}  // namespace freshet
