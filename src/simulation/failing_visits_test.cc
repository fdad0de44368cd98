// Visits to failing servers, truncated answers, and interrupted visits: no page is lost for good,
// and no failure is stored as a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "crawl/visit_report.h"
#include "predict/shipped_first_sight.h"
#include "refresh/record.h"
#include "simulation/crawl_run.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

// Answers by URL, in sequence; the last one repeats. Any other URL is a 404.
class SequenceWeb final : public Web, public Resolver {
 public:
  explicit SequenceWeb(VirtualEvents& events) : events_(events) {}

  std::unique_ptr<WebConnection> connect() override { return std::make_unique<Connection>(*this); }

  void resolve(const std::string&, bool, std::function<void(Resolved)> done) override {
    Resolved answer;
    answer.addresses = {*IpAddress::parse("10.0.0.1")};
    events_.after(kTakes, [done = std::move(done), answer] { done(answer); });
  }

  void say(const std::string& url, std::vector<WebAnswer> answers) {
    answers_[url] = std::move(answers);
  }
  std::size_t asked(const std::string& url) const {
    return static_cast<std::size_t>(std::ranges::count(log, url));
  }
  bool is_down = false;
  std::size_t pages = 0;  // answers with status 200
  std::vector<std::string> log;

 private:
  static constexpr Duration kTakes = std::chrono::milliseconds(1);

  class Connection final : public WebConnection {
   public:
    explicit Connection(SequenceWeb& web) : web_(web) {}
    void get(WebRequest request, std::function<void(WebAnswer)> done) override {
      web_.answer(request.url, alive_, std::move(done));
    }

   private:
    SequenceWeb& web_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  };

  void answer(const Url& url, const std::weak_ptr<bool>& alive,
              std::function<void(WebAnswer)> done) {
    const std::string text(url.href());
    log.push_back(text);
    WebAnswer answer{.status = 404};
    if (auto known = answers_.find(text); known != answers_.end()) {
      answer = known->second.front();
      if (known->second.size() > 1) known->second.erase(known->second.begin());
    }
    if (is_down) answer = {.failure = WebFailure::refused, .detail = "down"};
    if (answer.status == 200) ++pages;
    answer.protocol = "http/1.1";
    answer.request_head = "GET / HTTP/1.1\r\n\r\n";
    events_.after(kTakes, [alive, answer = std::move(answer), done = std::move(done)] {
      if (!alive.expired()) done(answer);
    });
  }

  VirtualEvents& events_;
  std::map<std::string, std::vector<WebAnswer>> answers_;
};

WebAnswer html(const std::string& body) {
  return {.status = 200, .headers = {{"Content-Type", "text/html"}}, .body = body};
}

WebAnswer cut_html(const std::string& body) {
  WebAnswer answer = html(body);
  answer.truncated = warc::Truncation::disconnect;
  answer.detail = "the connection ended";
  return answer;
}

std::string links_to(int first, int last) {
  std::string out;
  for (int i = first; i <= last; ++i) out += "<a href=/" + std::to_string(i) + ">x</a> ";
  return out;
}

class FailingVisitsTest : public testing::Test {
 protected:
  FailingVisitsTest() {
    options_.plan.guard = AddressGuard({*Network::parse("10.0.0.0/8")});
    options_.plan.pace.delay = std::chrono::milliseconds(100);
    options_.plan.pace.burst = 0;
    options_.plan.probe_soft_404 = false;
    options_.plan.sitemaps = false;
    options_.plan.batch_pages = 1;
    options_.scope.kind = ScopeKind::hosts;
    options_.seeds = {"http://a.test/"};
    options_.recorder = &recorder_;
  }

  static std::string at(int number) { return "http://a.test/" + std::to_string(number); }

  // Page n links to 2n+1 and 2n+2, as far as they exist.
  void tree(int pages) {
    for (int i = 0; i < pages; ++i) {
      const std::string body = "<p>" + std::string(static_cast<std::size_t>(20 + i), 'w') +
                               " page " + links_to(2 * i + 1, std::min(2 * i + 2, pages - 1));
      web_.say(i == 0 ? "http://a.test/" : at(i), {html(body)});
    }
  }

  CrawlRunResult crawl() {
    CrawlRunResult done =
        run_crawl({events_, clock_, web_, web_}, system_disk(), scratch_ / "archive", options_);
    EXPECT_TRUE(done.status.has_value()) << done.status.error().message;
    return done;
  }
  // Ends the run like kill -9 after this many requests.
  void crawl_until_killed(std::size_t requests) {
    options_.is_killed = [this, requests] { return web_.log.size() >= requests; };
    EXPECT_TRUE(crawl().was_killed);
    options_.is_killed = [] { return false; };
  }
  // Ends the run like SIGTERM after this many steps of the loop.
  CrawlRunResult crawl_until_stopped(std::uint64_t steps) {
    const std::uint64_t stop_at = events_.calls() + steps;
    options_.is_stopped = [this, stop_at] { return events_.calls() >= stop_at; };
    const CrawlRunResult done = crawl();
    options_.is_stopped = [] { return false; };
    return done;
  }

  Archive archive() { return *Archive::open(system_disk(), scratch_ / "archive"); }
  std::set<std::string> kept() {
    std::set<std::string> urls;
    Archive opened = archive();
    const Status read = opened.catalog().each_page(std::nullopt, [&](const PageRow& row) {
      if (!row.key.url.ends_with("/robots.txt")) urls.insert(row.key.url);
      return true;
    });
    EXPECT_TRUE(read.has_value());
    return urls;
  }
  std::vector<SnapshotRow> snapshots(const std::string& url) {
    Archive opened = archive();
    const auto page = opened.catalog().find_page(page_key_of(url));
    if (!page || !*page) return {};
    return *opened.catalog().snapshots((*page)->id);
  }
  std::string noted(const std::string& url) {
    Archive opened = archive();
    const auto note = opened.catalog().find_note(page_key_of(url));
    return note && *note ? (*note)->outcome : "";
  }
  VisitReport report() {
    Archive opened = archive();
    const auto row = opened.catalog().find_host(*Host::from_key("a.test"));
    return VisitReport::from_json((*row)->report).value_or(VisitReport{});
  }
  std::vector<PageEvent> heard() { return *archive().catalog().events(0, 10'000); }

  Scratch scratch_;
  VirtualEvents events_;
  VirtualClock clock_{events_, Time(std::chrono::days(20'000))};
  SequenceWeb web_{events_};
  FirstSightRecorder recorder_{shipped_first_sight(CountedChanges::content), {}};
  CrawlRunOptions options_;
};

TEST_F(FailingVisitsTest, AsksAgainForAPageThatWasCut) {
  web_.say("http://a.test/", {cut_html("<p>half"), html("<p>whole " + links_to(1, 1))});
  web_.say(at(1), {html("one")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked("http://a.test/"), 2u);
  EXPECT_TRUE(kept().contains(at(1)));
  ASSERT_EQ(snapshots("http://a.test/").size(), 1u) << "half a page is not kept beside the whole";
  EXPECT_EQ(report().pages, 2u);
  EXPECT_EQ(report().failures, 1u);
  EXPECT_EQ(noted("http://a.test/"), "");
}

TEST_F(FailingVisitsTest, KeepsHalfAPageIfNothingBetterComesAndTriesItAgainInTheNextRun) {
  web_.say("http://a.test/", {html(links_to(1, 2))});
  web_.say(at(1), {cut_html("<p>half " + links_to(3, 3))});
  web_.say(at(2), {html("two")});
  web_.say(at(3), {html("three")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked(at(1)), 3u);
  EXPECT_EQ(kept(), (std::set<std::string>{"http://a.test/", at(1), at(2), at(3)}));
  EXPECT_EQ(noted(at(1)), "cut");
  EXPECT_EQ(report().pages, 3u) << "half a page is not a page";
  EXPECT_EQ(report().failed_urls, 1u);
  EXPECT_TRUE(crawl().is_done);  // another run
  EXPECT_EQ(web_.asked(at(1)), 6u);
  EXPECT_EQ(web_.asked(at(2)), 1u);
  web_.say(at(1), {html("<p>whole " + links_to(4, 4))});
  web_.say(at(4), {html("four")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(noted(at(1)), "");
  EXPECT_EQ(report().failed_urls, 0u);
  EXPECT_TRUE(kept().contains(at(4)));
  for (const PageEvent& event : heard())
    EXPECT_EQ(event.kind, EventKind::added) << event.url << ": it was only cut before";
}

TEST_F(FailingVisitsTest, TakesABodyThatIsCutByOurOwnLimit) {
  WebAnswer longer = html("<p>long " + links_to(1, 1));
  longer.truncated = warc::Truncation::length;
  web_.say("http://a.test/", {longer});
  web_.say(at(1), {html("one")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked("http://a.test/"), 1u);
  EXPECT_EQ(report().pages, 2u);
  EXPECT_EQ(report().failures, 0u);
}

TEST_F(FailingVisitsTest, AsksAgainWhereTheServerFailedAndFollowsWhatComesThen) {
  for (const int status : {500, 502, 504, 408, 520}) {
    const std::string url = at(status);
    web_.say(url, {WebAnswer{.status = status}, html("<p>page " + std::to_string(status) +
                                                     links_to(status + 1000, status + 1000))});
    web_.say(at(status + 1000), {html("behind " + std::to_string(status))});
  }
  web_.say("http://a.test/", {html("<a href=/500>a</a><a href=/502>a</a><a href=/504>a</a>"
                                   "<a href=/408>a</a><a href=/520>a</a>")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 11u);
  for (const int status : {500, 502, 504, 408, 520})
    ASSERT_EQ(snapshots(at(status)).size(), 1u) << status;
  EXPECT_EQ(report().pages, 11u);
  EXPECT_EQ(report().failures, 5u);
  EXPECT_EQ(report().why.cause, VisitCause::nothing_left);
}

TEST_F(FailingVisitsTest, NotesAPageThatAlwaysFailsAndTriesItInTheNextRun) {
  web_.say("http://a.test/", {html(links_to(1, 2))});
  web_.say(at(1), {WebAnswer{.status = 500}});
  web_.say(at(2), {html("two")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked(at(1)), 3u);
  EXPECT_EQ(noted(at(1)), "server-error");
  EXPECT_FALSE(kept().contains(at(1)));
  EXPECT_EQ(report().pages, 2u);
  EXPECT_EQ(report().failed_urls, 1u);
  EXPECT_EQ(report().state, VisitState::partial);
  EXPECT_EQ(report().why.sentence(), "1 URL failed");
  web_.say(at(1), {html("one " + links_to(3, 3))});
  web_.say(at(3), {html("three")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains(at(3)));
  EXPECT_EQ(report().why.cause, VisitCause::nothing_left);
  EXPECT_EQ(web_.asked(at(2)), 1u);
}

TEST_F(FailingVisitsTest, LeavesAServerAloneForAWhileThatFailsForOnePageAfterTheOther) {
  tree(40);
  const std::string all = links_to(1, 20);
  web_.say("http://a.test/", {html(all)});
  for (int i = 1; i <= 20; ++i) web_.say(at(i), {WebAnswer{.status = 502}, html("page")});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 21u);
  EXPECT_GT(events_.tick(), Tick(minutes(3))) << "it waited";
  EXPECT_LT(events_.tick(), Tick(minutes(30))) << "but not for each page";
}

TEST_F(FailingVisitsTest, DoesNotHoldUpGoodPagesForOthersThatFail) {
  web_.say("http://a.test/", {html(links_to(1, 120))});
  for (int i = 1; i <= 20; ++i) web_.say(at(i), {WebAnswer{.status = 500}});
  for (int i = 21; i <= 120; ++i)
    web_.say(at(i), {html("page " + std::string(static_cast<std::size_t>(i), 'w'))});
  std::optional<Tick> all_good;
  options_.is_killed = [&] {
    if (!all_good && web_.pages >= 101) all_good = events_.tick();
    return false;
  };
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 101u);
  EXPECT_EQ(report().failed_urls, 20u);
  ASSERT_TRUE(all_good);
  // 160 requests, and no wait between them.
  EXPECT_LT(*all_good, Tick(160 * (options_.plan.pace.delay + std::chrono::milliseconds(10))));
}

TEST_F(FailingVisitsTest, OutlastsAServerThatIsDownForSeconds) {
  tree(15);
  options_.plan.limits.failures_in_a_row = 100;
  options_.is_killed = [this] {
    web_.is_down = events_.tick() > Tick(seconds(1)) && events_.tick() < Tick(seconds(8));
    return false;
  };
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 15u);
}

TEST_F(FailingVisitsTest, ReadsEveryPageAgainThatAKilledVisitKeptHoweverOftenItIsStopped) {
  tree(120);
  crawl_until_killed(100);
  // The archive is recalled 16 pages at a step: each run is stopped in the middle of that.
  for (int i = 0; i < 6; ++i)
    EXPECT_TRUE(crawl_until_stopped(4 + static_cast<unsigned>(i)).was_stopped);
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 120u);
  for (int i = 1; i < 60; ++i) EXPECT_EQ(web_.asked(at(i)), 1u) << i;
}

TEST_F(FailingVisitsTest, ReadsThemAgainAfterTheServerWasDownWhenTheyWereRead) {
  tree(120);
  crawl_until_killed(100);
  clock_.jump(std::chrono::days(2));  // robots.txt must be fetched again
  web_.is_down = true;
  crawl_until_stopped(2'000);
  web_.is_down = false;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 120u);
}

TEST_F(FailingVisitsTest, FindsWhatOnlyASeedLedToWhenItsVisitWasKilled) {
  tree(60);
  web_.say("http://a.test/", {html("nothing leads from here")});
  options_.seeds = {at(1)};
  crawl_until_killed(10);
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 1u + 31u);  // the home page, and the pages below page 1
}

TEST_F(FailingVisitsTest, LeavesOutWhatIsQueuedAndNotInANarrowerScope) {
  web_.say("http://a.test/", {html(links_to(1, 30) + "<a href=/deep>d</a>")});
  for (int i = 1; i <= 30; ++i) web_.say(at(i), {html("page " + std::to_string(i))});
  web_.say("http://a.test/deep", {html("<a href=/deeper>d</a>")});
  crawl_until_stopped(8);
  const std::size_t before = web_.log.size();
  ASSERT_LT(before, 8u);
  options_.scope.exclude = {"/1[0-9]$"};
  options_.plan.limits.depth = 1;
  EXPECT_TRUE(crawl().is_done);
  for (int i = 10; i <= 19; ++i) EXPECT_EQ(web_.asked(at(i)), 0u) << i;
  EXPECT_EQ(web_.asked(at(20)), 1u);
  EXPECT_EQ(report().dropped[DropReason::excluded], 10u);
  options_.plan.limits.depth = 0;
}

}  // namespace
}  // namespace freshet
