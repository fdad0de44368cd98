// Visits to hosts with unusual answers, scripted by the tests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "catalog/open_catalog.h"
#include "crawl/continuation.h"
#include "crawl/requisite_guard.h"
#include "crawl/visit_report.h"
#include "simulation/crawl_run.h"
#include "testkit/scratch.h"
#include "warc/gzip.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// Answers by URL; other URLs are a 404, and hosts without any answer have no address.
class WrittenWeb final : public Web, public Resolver {
 public:
  WrittenWeb(VirtualEvents& events) : events_(events) {}

  std::unique_ptr<WebConnection> connect() override { return std::make_unique<Connection>(*this); }

  void resolve(const std::string& name, bool, std::function<void(Resolved)> done) override {
    Resolved answer;
    if (!wildcard.empty() && name.ends_with(wildcard))
      answer.addresses = {*IpAddress::parse("10.0.1.1")};
    else if (names_.contains(name))
      answer.addresses = {*IpAddress::parse("10.0.0." + std::to_string(names_[name]))};
    else
      answer.failure = ResolveFailure::no_such_name;
    events_.after(kTakes, [done = std::move(done), answer] { done(answer); });
  }

  void say(const std::string& url, WebAnswer answer) {
    const std::string name(Url::parse(url)->hostname());
    names_.try_emplace(name, static_cast<int>(names_.size()) + 1);
    answers_[url] = std::move(answer);
  }

  // Returns the times of the requests for `url`.
  std::vector<Tick> asked(const std::string& url) const {
    std::vector<Tick> ticks;
    for (const auto& [asked_url, tick] : log)
      if (asked_url == url) ticks.push_back(tick);
    return ticks;
  }

  // Puts two hosts on one address.
  void put_together(const std::string& name, const std::string& other) {
    names_.try_emplace(name, static_cast<int>(names_.size()) + 1);
    names_[other] = names_[name];
  }

  // Returns the starts of all requests to hosts whose name ends so.
  std::vector<Tick> asked_of(const std::string& name_end) const {
    std::vector<Tick> ticks;
    for (const auto& [asked_url, tick] : log)
      if (Url::parse(asked_url)->hostname().ends_with(name_end)) ticks.push_back(tick);
    return ticks;
  }

  std::vector<std::pair<std::string, Tick>> log;
  std::string wildcard;  // names that end so share one address, and "/" answers with ...
  std::function<std::string(const std::string& name)> wildcard_page;

 private:
  static constexpr Duration kTakes = std::chrono::milliseconds(1);

  class Connection final : public WebConnection {
   public:
    explicit Connection(WrittenWeb& web) : web_(web) {}
    void get(WebRequest request, std::function<void(WebAnswer)> done) override {
      web_.answer(request.url, request.limits.body_bytes, alive_, std::move(done));
    }

   private:
    WrittenWeb& web_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  };

  void answer(const Url& url, std::size_t bytes_max, const std::weak_ptr<bool>& alive,
              std::function<void(WebAnswer)> done) {
    const std::string text(url.href());
    log.emplace_back(text, events_.tick());
    WebAnswer answer = answers_.contains(text) ? answers_[text] : WebAnswer{.status = 404};
    if (!wildcard.empty() && url.hostname().ends_with(wildcard) && url.path() == "/")
      answer = {.status = 200,
                .headers = {{"Content-Type", "text/html"}},
                .body = wildcard_page(std::string(url.hostname()))};
    if (answer.body.size() > bytes_max) {
      answer.body.resize(bytes_max);
      answer.truncated = warc::Truncation::length;
    }
    answer.protocol = "http/1.1";
    answer.request_head = "GET / HTTP/1.1\r\n\r\n";
    events_.after(kTakes, [alive, answer = std::move(answer), done = std::move(done)] {
      if (!alive.expired()) done(answer);
    });
  }

  VirtualEvents& events_;
  std::map<std::string, int> names_;
  std::map<std::string, WebAnswer> answers_;
};

WebAnswer page(const std::string& body, std::vector<warc::Field> more = {}) {
  WebAnswer answer{.status = 200, .headers = {{"Content-Type", "text/html"}}, .body = body};
  answer.headers.insert(answer.headers.end(), more.begin(), more.end());
  return answer;
}

WebAnswer redirect(const std::string& to) { return {.status = 302, .headers = {{"Location", to}}}; }

class VisitsTest : public testing::Test {
 protected:
  VisitsTest() {
    options_.plan.guard = AddressGuard({*Network::parse("10.0.0.0/8")});
    options_.plan.pace.delay = std::chrono::milliseconds(100);
    options_.plan.probe_soft_404 = false;
    options_.plan.sitemaps = false;
    options_.scope.kind = ScopeKind::hosts;
    options_.seeds = {"http://a.test/"};
  }

  // Pages /0 ... linked from the home page, each with its own words.
  void small_site(int pages) {
    std::string home;
    for (int i = 0; i < pages; ++i) {
      home += "<a href=/" + std::to_string(i) + ">x</a> ";
      web_.say(at(i), page("<p>" + std::string(static_cast<std::size_t>(20 + i), 'w') + " page"));
    }
    web_.say("http://a.test/", page(home));
  }
  static std::string at(int number) { return "http://a.test/" + std::to_string(number); }

  CrawlRunResult crawl() {
    CrawlRunResult done =
        run_crawl({events_, clock_, web_, web_}, system_disk(), scratch_ / "archive", options_);
    EXPECT_TRUE(done.status.has_value()) << done.status.error().message;
    return done;
  }
  // Returns the URLs with answers in the archive, without robots.txt.
  std::set<std::string> kept() {
    std::set<std::string> urls;
    auto archive = Archive::open(system_disk(), scratch_ / "archive");
    EXPECT_TRUE(archive.has_value());
    const Status read = archive->catalog().each_page(std::nullopt, [&](const PageRow& row) {
      if (!row.key.url.ends_with("/robots.txt")) urls.insert(row.key.url);
      return true;
    });
    EXPECT_TRUE(read.has_value());
    return urls;
  }
  HostRow host(const std::string& key) {
    auto archive = Archive::open(system_disk(), scratch_ / "archive");
    HostRow found{.host = *Host::from_key(key)};
    const Status read = archive->catalog().each_host([&](const HostRow& row) {
      if (row.host.key() == key) found = row;
      return true;
    });
    EXPECT_TRUE(read.has_value());
    return found;
  }
  // Makes a failed host due, as a further run of the program does.
  void wake(const std::string& key) {
    auto catalog = open_catalog(system_disk(), catalog_address(scratch_ / "archive"), {});
    ASSERT_TRUE(catalog.has_value());
    ASSERT_TRUE((*catalog)->wake_hosts(std::array{HostWake{.host = *Host::from_key(key)}}));
  }
  VisitReport report(const std::string& key) {
    return VisitReport::from_json(host(key).report).value_or(VisitReport{});
  }

  Scratch scratch_;
  VirtualEvents events_;
  VirtualClock clock_{events_, Time(std::chrono::days(20'000))};
  WrittenWeb web_{events_};
  CrawlRunOptions options_;
};

TEST_F(VisitsTest, FindsWhatLiesBehindAPageThatIsNotKeptAlsoAfterACrash) {
  small_site(12);
  std::string links;
  for (int i = 0; i < 12; ++i) links += "<a href=/" + std::to_string(i) + ">x</a> ";
  web_.say("http://a.test/", page("<a href=/hub>hub</a>"));
  web_.say("http://a.test/hub", page("<meta name=robots content=noindex>" + links));
  options_.plan.batch_pages = 1;
  options_.is_killed = [&] { return web_.log.size() >= 8; };
  EXPECT_TRUE(crawl().was_killed);
  options_.is_killed = [] { return false; };
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 13u);  // the home page and the twelve
}

TEST_F(VisitsTest, AsksForAPageThatIsNotKeptOnceIfNothingCrashes) {
  small_site(6);
  web_.say("http://a.test/", page("<a href=/hub>hub</a>"));
  web_.say("http://a.test/hub",
           page("<meta name=robots content=noindex><a href=/1>1</a><a href=/2>2</a>"));
  web_.say("http://a.test/2", page("<a href=/hub>back</a>"));
  options_.plan.limits.slice = std::chrono::milliseconds(350);
  options_.plan.pace.burst = 0;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked("http://a.test/hub").size(), 1u);
  EXPECT_TRUE(kept().contains("http://a.test/2"));
}

TEST_F(VisitsTest, LeavesOnePageThatIsAlwaysRefusedAndTakesTheOthers) {
  small_site(10);
  web_.say(at(2), {.status = 503});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 10u);
  EXPECT_EQ(web_.asked(at(2)).size(), 6u);
  EXPECT_EQ(report("a.test").state, VisitState::partial) << "the next run tries it";
  EXPECT_EQ(report("a.test").failed_urls, 1u);
}

TEST_F(VisitsTest, WaitsLongerEachTimeAHostRefusesAlsoOverVisits) {
  web_.say("http://a.test/robots.txt", page(""));
  web_.say("http://a.test/", {.status = 503});
  EXPECT_TRUE(crawl().is_done);
  const std::vector<Tick> asked = web_.asked("http://a.test/");
  ASSERT_GE(asked.size(), 6u);
  for (std::size_t i = 2; i < asked.size(); ++i)
    EXPECT_GT(asked[i] - asked[i - 1], asked[i - 1] - asked[i - 2]) << i;
  EXPECT_GE(asked.back() - asked[asked.size() - 2], minutes(8));
  EXPECT_EQ(report("a.test").state, VisitState::failed);
}

TEST_F(VisitsTest, KeepsToARetryAfterThatComesWithTheLastRefusal) {
  web_.say("http://a.test/robots.txt", page(""));
  web_.say("http://a.test/", {.status = 429, .headers = {{"Retry-After", "1500"}}});
  options_.plan.pace.wait_max = hours(1);
  options_.plan.pace.refusals_max = 1;
  EXPECT_TRUE(crawl().is_done);
  const std::vector<Tick> asked = web_.asked("http://a.test/");
  ASSERT_GE(asked.size(), 2u);
  EXPECT_GE(asked[1] - asked[0], seconds(1500));
}

TEST_F(VisitsTest, KnowsOnlySoManyPagesBeyondTheLimit) {
  std::string links;
  for (int i = 0; i < 30'000; ++i) links += "<a href=/" + std::to_string(i) + "/x>x</a> ";
  web_.say("http://a.test/", page(links));
  options_.plan.limits.pages = 5;
  options_.plan.pace.burst = 0;
  options_.until = Tick(std::chrono::milliseconds(250));
  options_.plan.limits.slice = std::chrono::milliseconds(150);
  crawl();
  const std::string left = host("a.test").continuation;
  EXPECT_GT(std::ranges::count(left, '\n'), 1'000);
  EXPECT_LT(std::ranges::count(left, '\n'), 10'100);
}

TEST_F(VisitsTest, ReadsRobotsTxtAgainAfterADay) {
  small_site(4);
  web_.say("http://a.test/robots.txt", page("User-agent: *\nDisallow: /9\n"));
  options_.plan.pace.delay = hours(7);
  options_.plan.pace.burst = 0;
  options_.plan.limits.slice = hours(10);
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 5u);
  const std::vector<Tick> read = web_.asked("http://a.test/robots.txt");
  ASSERT_GE(read.size(), 2u);
  for (std::size_t i = 1; i < read.size(); ++i) {
    EXPECT_GE(read[i] - read[i - 1], hours(24));
    EXPECT_LE(read[i] - read[i - 1], hours(24 + 2 * 7));
  }
}

TEST_F(VisitsTest, TakesHalfARobotsTxtForNone) {
  small_site(3);
  WebAnswer half = page("User-agent: *\nDisallow: /1");
  half.truncated = warc::Truncation::disconnect;
  web_.say("http://a.test/robots.txt", half);
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().empty());
  EXPECT_TRUE(web_.asked("http://a.test/").empty());
}

TEST_F(VisitsTest, FetchesNothingWhileRobotsTxtIsSentOnToAHostWithoutAddress) {
  small_site(3);
  web_.say("http://a.test/robots.txt", redirect("http://nowhere.test/robots.txt"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(web_.asked("http://a.test/").empty());
}

TEST_F(VisitsTest, FetchesAllThatIsWantedHoweverMuchItIs) {
  small_site(25);
  web_.say("http://a.test/", page("no links"));
  for (int i = 0; i < 25; ++i) options_.seeds.push_back(at(i));
  options_.plan.wanted_at_once = 10;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 26u);
}

TEST_F(VisitsTest, AdoptsTheHostThatASeedSendsOnTo) {
  web_.say("http://a.test/", redirect("http://b.test/"));
  web_.say("http://b.test/", page("<a href=/1>1</a>"));
  web_.say("http://b.test/1", page("one"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("http://b.test/1"));
}

TEST_F(VisitsTest, AdoptsTheHostThatASeedRefreshesTo) {
  web_.say("http://a.test/",
           page("<meta http-equiv=refresh content='0; url=http://b.test/start'>"));
  web_.say("http://b.test/start", page("<a href=/1>1</a>"));
  web_.say("http://b.test/1", page("one"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("http://b.test/start"));
  EXPECT_TRUE(kept().contains("http://b.test/1"));
}

TEST_F(VisitsTest, AdoptsNobodyForAPageThatIsNoSeed) {
  options_.seeds.push_back("http://b.test/");
  web_.say("http://a.test/", page("<a href=/x>x</a>"));
  web_.say("http://a.test/x", redirect("http://b.test/go"));
  web_.say("http://b.test/", page("home"));
  web_.say("http://b.test/go", redirect("http://c.test/"));
  web_.say("http://c.test/", page("<a href=/1>1</a>"));
  web_.say("http://c.test/1", page("one"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(web_.asked("http://c.test/").empty());
  EXPECT_TRUE(web_.asked("http://c.test/1").empty());
}

TEST_F(VisitsTest, LeavesHostsThatSendUsToAndFro) {
  options_.scope.kind = ScopeKind::everything;
  for (int i = 0; i < 2'000; ++i) {
    const std::string here = i % 2 == 0 ? "http://a.test/" : "http://b.test/";
    const std::string there = i % 2 == 0 ? "http://b.test/" : "http://a.test/";
    web_.say(here + "n" + std::to_string(i), redirect(there + "n" + std::to_string(i + 1)));
  }
  options_.seeds = {"http://a.test/n0"};
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(web_.asked("http://a.test/n10").size() == 1);
  EXPECT_TRUE(web_.asked("http://b.test/n11").empty());
  EXPECT_EQ(report("a.test").dropped[DropReason::redirects_between_hosts], 1u);
}

TEST_F(VisitsTest, LeavesAnImageThatHostsSendToAndFro) {
  web_.say("http://a.test/", page("<img src=/n0>"));
  for (int i = 0; i < 100; ++i) {
    const std::string here = i % 2 == 0 ? "http://a.test/" : "http://b.test/";
    const std::string there = i % 2 == 0 ? "http://b.test/" : "http://a.test/";
    web_.say(here + "n" + std::to_string(i), redirect(there + "n" + std::to_string(i + 1)));
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked("http://a.test/n10").size(), 1u) << "ten hops are followed";
  EXPECT_TRUE(web_.asked("http://b.test/n11").empty());
  EXPECT_EQ(report("a.test").dropped[DropReason::redirects_between_hosts], 1u);
}

TEST_F(VisitsTest, LeavesStyleSheetsOfTwoHostsThatImportEachOtherForEver) {
  web_.say("http://a.test/", page("<link rel=stylesheet href=/s0>"));
  for (int i = 0; i < 100; ++i) {
    const std::string here = i % 2 == 0 ? "http://a.test/s" : "http://b.test/s";
    const std::string there = i % 2 == 0 ? "http://b.test/s" : "http://a.test/s";
    web_.say(here + std::to_string(i),
             {.status = 200,
              .headers = {{"Content-Type", "text/css"}},
              .body = "@import '" + there + std::to_string(i + 1) + "';"});
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked("http://a.test/s10").size(), 1u);
  EXPECT_TRUE(web_.asked("http://b.test/s11").empty());
}

WebAnswer style_sheet(const std::string& body) {
  return {.status = 200, .headers = {{"Content-Type", "text/css"}}, .body = body};
}

TEST_F(VisitsTest, EndsATreeOfStyleSheetsAtTheLimitOfNestedRequisites) {
  constexpr int kImports = 40;
  constexpr int kSheets = 8'000;
  web_.say("http://a.test/", page("<link rel=stylesheet href=/s0>"));
  for (int i = 0; i < kSheets; ++i) {
    std::string imports;
    for (int n = 1; n <= kImports; ++n)
      imports += fmt::format("@import '/s{}';\n", i * kImports + n);
    web_.say(fmt::format("http://a.test/s{}", i), style_sheet(imports));
  }
  options_.plan.limits.slice = minutes(1);  // several visits have one share
  EXPECT_TRUE(crawl().is_done);
  // robots.txt, the page and its style sheet.
  EXPECT_EQ(web_.log.size(), 3 + kNestedRequisites + kNestedOfSheet);
  EXPECT_GT(report("a.test").dropped[DropReason::requisite_limit], 1000u);
  EXPECT_EQ(report("a.test").state, VisitState::partial);
}

TEST_F(VisitsTest, EndsATreeOfStyleSheetsOnOtherHostsAtTheSameLimit) {
  web_.say("http://a.test/", page("<link rel=stylesheet href=/s>"));
  std::string imports;
  for (int i = 0; i < 3'000; ++i) imports += fmt::format("@import 'http://b.test/s{}';\n", i);
  web_.say("http://a.test/s", style_sheet(imports));
  web_.say("http://b.test/", page("b"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked_of("b.test").size(), 1 + kNestedRequisites + kNestedOfSheet);
  EXPECT_EQ(report("a.test").dropped[DropReason::requisite_limit], 1900u);
}

TEST_F(VisitsTest, LosesNoImageOfASiteWithAStyleSheetForEachPage) {
  constexpr int kPages = 60;
  constexpr int kImages = 30;  // of each style sheet
  std::string home;
  for (int i = 0; i < kPages; ++i) {
    home += fmt::format("<a href=/{}>x</a> ", i);
    std::string text = fmt::format("<link rel=stylesheet href=/{}.css><p>", i);
    for (int n = 0; n < 40; ++n) text += fmt::format("word{}of{} ", n, i);  // or pages are alike
    web_.say(at(i), page(text));
    std::string sheet;
    for (int n = 0; n < kImages; ++n)
      sheet += fmt::format(".i{} {{background:url(i{}-{}.png)}}", n, i, n);
    web_.say(at(i) + ".css", style_sheet(sheet));
  }
  web_.say("http://a.test/", page(home));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(report("a.test").requisites, static_cast<unsigned>(kPages * (kImages + 1)));
  EXPECT_EQ(report("a.test").state, VisitState::complete);
  EXPECT_EQ(Continuation::parse(host("a.test").continuation).nested_left, kNestedRequisites)
      << "what is left beyond the usual number is not stored";
}

TEST_F(VisitsTest, UnpacksNoMoreOfAPageThanTheRatioAllows) {
  const std::string padding(std::size_t{3} << 20, ' ');
  std::string packed;
  const std::string whole = "<a href=/near>n</a>" + padding + "<a href=/far>f</a>";
  warc::GzipWriter writer;
  writer.append_member(packed, std::array<std::string_view, 1>{whole});
  web_.say("http://a.test/", page(packed, {{"Content-Encoding", "gzip"}}));
  web_.say("http://a.test/near", page("near"));
  web_.say("http://a.test/far", page("far"));
  options_.plan.limits.unpack_ratio = 1;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("http://a.test/near"));
  EXPECT_FALSE(kept().contains("http://a.test/far"));
}

TEST_F(VisitsTest, ReadsNoMoreTagsOfAPageThanAMillion) {
  std::string bomb = "<a href=/near>n</a>";
  for (int i = 0; i < 1'000'100; ++i) bomb += "<b>";
  web_.say("http://a.test/", page(bomb + "<a href=/far>f</a>"));
  web_.say("http://a.test/near", page("near"));
  web_.say("http://a.test/far", page("far"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("http://a.test/near"));
  EXPECT_FALSE(kept().contains("http://a.test/far"));
}

TEST_F(VisitsTest, DoesNotBlameTheServerForOurBandwidth) {
  small_site(3);
  web_.say(at(0), page("<p>" + std::string(400'000, 'x')));
  options_.plan.bytes_per_second = 1'000;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 4u);
  EXPECT_EQ(report("a.test").state, VisitState::complete);
  EXPECT_EQ(web_.asked("http://a.test/robots.txt").size(), 1u);
}

// Without a stored position each visit would begin with the same ten again, for ever.
TEST_F(VisitsTest, EndsWhenMoreIsWantedThanThePageLimitAllows) {
  small_site(25);
  web_.say("http://a.test/", page("no links"));
  for (int i = 0; i < 25; ++i) options_.seeds.push_back(at(i));
  options_.plan.wanted_at_once = 10;
  options_.plan.limits.pages = 5;
  options_.until = Tick(hours(1));
  const CrawlRunResult done = crawl();
  EXPECT_TRUE(done.is_done);
  EXPECT_EQ(done.totals.visits, 3u);
  EXPECT_EQ(kept().size(), 5u);
  EXPECT_EQ(report("a.test").why.sentence(), "the page limit is reached");
}

TEST_F(VisitsTest, EndsWhenMoreIsWantedThanTheScopeHolds) {
  small_site(25);
  web_.say("http://a.test/", page("no links"));
  for (int i = 0; i < 25; ++i) options_.seeds.push_back(at(i));
  options_.plan.wanted_at_once = 10;
  options_.until = Tick(std::chrono::milliseconds(50));
  crawl();
  options_.scope.exclude = {"/1[0-9]?$"};  // 1, 10 to 19
  options_.until = Tick(hours(1));
  const CrawlRunResult done = crawl();
  EXPECT_TRUE(done.is_done);
  EXPECT_LE(done.totals.visits, 5u);
  EXPECT_TRUE(kept().contains(at(9)));
}

// Unbounded hosts that link to each other: a host that has used its slice goes behind those that
// have not, although it has ever more links.
TEST_F(VisitsTest, EveryHostHasASliceBeforeAnyHasAnother) {
  options_.plan.visits_max = 2;
  options_.plan.limits.slice = seconds(2);
  options_.plan.traps.grant = 1'000'000;
  options_.until = Tick(seconds(30));
  options_.seeds.clear();
  const std::vector<std::string> greedy = {"http://a.test", "http://b.test"};
  for (const std::string& host : greedy) {
    for (int i = 0; i < 500; ++i) {
      std::string body;
      for (const std::string& other : greedy)
        for (int k = 0; k < 30; ++k)
          body += "<a href=" + other + "/p" + std::to_string(i * 30 + k + 1) + ">x</a> ";
      web_.say(host + (i == 0 ? "/" : "/p" + std::to_string(i)), page(body));
    }
    options_.seeds.push_back(host + "/");
  }
  for (const char* host :
       {"http://v.test/", "http://w.test/", "http://x.test/", "http://y.test/"}) {
    web_.say(host, page("<p>small"));
    options_.seeds.emplace_back(host);
  }
  crawl();
  for (const char* host :
       {"http://v.test/", "http://w.test/", "http://x.test/", "http://y.test/"}) {
    ASSERT_FALSE(web_.asked(host).empty()) << host;
    EXPECT_LT(web_.asked(host).front(), Tick(seconds(5))) << host;
  }
  EXPECT_GT(web_.log.size(), 200u) << "the greedy ones go on when nobody else is ready";
}

// Six hosts whose links together exceed the memory: some are put back and continue later, and
// everything is found.
TEST_F(VisitsTest, FindsEverythingInLessMemoryThanItsLinksTake) {
  options_.plan.visits_max = 6;
  options_.plan.memory = 500'000;  // half of it for links
  options_.plan.pace.delay = std::chrono::milliseconds(10);
  options_.seeds.clear();
  std::size_t expected = 0;
  for (const char name : std::string("abcdef")) {
    const std::string host = std::string("http://") + name + ".test";
    std::string home;
    for (int hub = 0; hub < 5; ++hub) {
      home += "<a href=/hub" + std::to_string(hub) + ">x</a> ";
      std::string links;
      for (int i = 0; i < 8; ++i) {
        const std::string path = "/" + std::to_string(hub * 8 + i) + std::string(1000, 'p');
        links += "<a href=" + path + ">x</a> ";
        web_.say(host + path, page("<p>" + std::string(static_cast<std::size_t>(20 + i), name)));
        ++expected;
      }
      web_.say(host + "/hub" + std::to_string(hub), page(links));
      ++expected;
    }
    web_.say(host + "/", page(home));
    options_.seeds.push_back(host + "/");
    ++expected;
  }
  const CrawlRunResult done = crawl();
  EXPECT_TRUE(done.is_done);
  EXPECT_GT(done.totals.visits, 6u) << "some were put back";
  EXPECT_EQ(kept().size(), expected);
  EXPECT_LT(done.links_peak, 350'000u);
  for (const auto& [url, when] : web_.log) EXPECT_EQ(web_.asked(url).size(), 1u) << url;
}

TEST_F(VisitsTest, DropsAndCountsTheLinksOfAHostThatWouldFillTheMemoryAlone) {
  options_.plan.memory = 400'000;
  std::string links;
  for (int i = 0; i < 400; ++i)
    links += "<a href=/" + std::to_string(i) + std::string(1000, 'p') + ">x</a> ";
  web_.say("http://a.test/", page(links));
  const CrawlRunResult done = crawl();
  EXPECT_TRUE(done.is_done);
  EXPECT_LT(done.links_peak, 400'000u);
  EXPECT_GT(report("a.test").dropped[DropReason::memory_limit], 100u);
}

TEST_F(VisitsTest, ALackOfSocketsIsWaitedForAndCountsAgainstNobody) {
  small_site(1);
  options_.plan.limits.failures_in_a_row = 2;
  options_.plan.limits.tries = 2;
  WebAnswer none;
  none.failure = WebFailure::no_socket;
  web_.say("http://a.test/", none);
  options_.is_killed = [&] {  // asked after each event
    if (web_.asked("http://a.test/").size() == 5)
      web_.say("http://a.test/", page("<a href=/0>x</a>"));
    return false;
  };
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains(at(0)));
  EXPECT_EQ(report("a.test").failures, 0u);
  const std::vector<Tick> asked = web_.asked("http://a.test/");
  ASSERT_GE(asked.size(), 6u);
  EXPECT_GE(asked[5] - asked[0], seconds(5));
}

// A truncated validator would never match.
TEST_F(VisitsTest, AnOverlongValidatorIsNone) {
  web_.say("http://a.test/",
           page("<a href=/1>x</a>", {{"ETag", '"' + std::string(5000, 'e') + '"'}}));
  web_.say("http://a.test/1", page("one", {{"ETag", "\"short\""}}));
  EXPECT_TRUE(crawl().is_done);
  auto archive = Archive::open(system_disk(), scratch_ / "archive");
  ASSERT_TRUE(archive.has_value());
  const auto etag = [&](const std::string& url) {
    return archive->catalog()
        .find_page({.host = Host::from_key("a.test").value(), .url = url})
        .value()
        ->etag;
  };
  EXPECT_EQ(etag("http://a.test/"), "");
  EXPECT_EQ(etag("http://a.test/1"), "\"short\"");
}

// Neither the archive nor the catalog may store a password from a link.
TEST_F(VisitsTest, StoresNoUserNameAndNoPassword) {
  options_.seeds = {"http://a.test/", "http://c.test/"};
  web_.say("http://a.test/", page("<a href=http://me:secret@a.test/in>x</a> <img "
                                  "src=http://me:secret@b.test/i.png> <a href=/on>x</a>"));
  web_.say("http://a.test/in", page("<p>in"));
  web_.say("http://a.test/on", redirect("http://me:secret@c.test/over"));
  web_.say("http://b.test/i.png", {.status = 200, .body = "png"});
  web_.say("http://c.test/", page("<p>c"));
  web_.say("http://c.test/over", page("<p>over"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept(),
            (std::set<std::string>{"http://a.test/", "http://a.test/in", "http://a.test/on",
                                   "http://b.test/i.png", "http://c.test/", "http://c.test/over"}));
  for (const auto& [url, when] : web_.log) EXPECT_EQ(url.find("secret"), std::string::npos) << url;
}

// a.test has a feed with an item on b.test, and a sitemap that names a page of c.test.
class FeedTest : public VisitsTest {
 protected:
  FeedTest() {
    options_.plan.sitemaps = true;
    web_.say("http://a.test/",
             page("<link rel=alternate type=application/rss+xml href=/feed><p>A diary."));
    web_.say("http://a.test/feed",
             {.status = 200,
              .headers = {{"Content-Type", "text/xml"}},
              .body = "<rss><channel><item><link>https://b.test/1</link></item>"
                      "<item><link>/one</link></item></channel></rss>"});
    web_.say("http://a.test/robots.txt", {.status = 200, .body = "Sitemap: http://a.test/map"});
    web_.say("http://a.test/map", {.status = 200, .body = "http://c.test/1\n"});
    web_.say("http://a.test/one", page("<p>One."));
    web_.say("https://b.test/", page("<a href=/1>x</a>"));
    web_.say("https://b.test/1", page("<p>Said on a.test."));
    web_.say("http://c.test/", page("<p>Only a sitemap names it."));
  }
};

TEST_F(FeedTest, AnItemOnAnotherHostIsOutOfScopeLikeALink) {
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("http://a.test/one"));
  EXPECT_TRUE(web_.asked_of("b.test").empty());
  EXPECT_EQ(report("a.test").dropped,
            (DropCounts{{DropReason::outside_hosts, 1}, {DropReason::sitemap_of_other_host, 1}}));
}

TEST_F(FeedTest, AnItemOnAnotherHostInScopeIsFollowed) {
  options_.scope.kind = ScopeKind::everything;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains("https://b.test/1"));
  EXPECT_TRUE(web_.asked_of("c.test").empty());
  EXPECT_EQ(report("a.test").dropped, (DropCounts{{DropReason::sitemap_of_other_host, 1}}));
}

TEST_F(VisitsTest, SaysThatAPageLimitEndedAHost) {
  small_site(10);
  options_.plan.limits.pages = 4;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(report("a.test").state, VisitState::partial);
  EXPECT_EQ(report("a.test").why.sentence(), "the page limit is reached");
}

// Returns the longest run of requests without a pause of `delay` between them.
std::size_t longest_burst(const std::vector<Tick>& starts, Duration delay) {
  std::size_t longest = starts.empty() ? 0 : 1;
  std::size_t run = 1;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    run = starts[i] - starts[i - 1] < delay ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string host_name(int number) { return "h" + std::to_string(number) + ".test"; }

TEST_F(VisitsTest, AsksTheHostThatManyRedirectTheirRobotsTxtToAtItsPace) {
  options_.seeds.clear();
  for (int i = 0; i < 40; ++i) {
    const std::string base = "http://" + host_name(i);
    const std::string rules = "http://victim.test/search?q=" + std::to_string(i);
    web_.say(base + "/", page("<a href=/secret>s</a> <a href=/open>o</a>"));
    web_.say(base + "/open", page("open"));
    web_.say(base + "/secret", page("secret"));
    web_.say(base + "/robots.txt", redirect(rules));
    web_.say(rules, page("User-agent: *\nDisallow: /secret\n"));
    options_.seeds.push_back(base + "/");
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(longest_burst(web_.asked_of("victim.test"), options_.plan.pace.delay), 1u);
  EXPECT_EQ(web_.asked_of("victim.test").size(), 40u);
  EXPECT_EQ(kept().size(), 80u) << "the rules at the end of the redirect hold";
}

TEST_F(VisitsTest, FetchesARobotsTxtThatManyRedirectToOnce) {
  options_.seeds.clear();
  for (int i = 0; i < 40; ++i) {
    const std::string base = "http://" + host_name(i);
    web_.say(base + "/", page("<a href=/secret>s</a>"));
    web_.say(base + "/robots.txt", redirect("http://hoster.test/robots.txt"));
    options_.seeds.push_back(base + "/");
  }
  web_.say("http://hoster.test/robots.txt", page("User-agent: *\nDisallow: /secret\n"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked_of("hoster.test").size(), 1u);
  EXPECT_EQ(kept().size(), 40u);
}

TEST_F(VisitsTest, SparesASiteThatTooManyRedirectTheirRobotsTxtTo) {
  options_.seeds.clear();
  options_.plan.visits_max = 1'000;
  for (int i = 0; i < 150; ++i) {
    const std::string base = "http://" + host_name(i);
    web_.say(base + "/", page("home"));
    web_.say(base + "/robots.txt", redirect("http://victim.test/" + std::to_string(i)));
    options_.seeds.push_back(base + "/");
  }
  web_.say("http://victim.test/0", page(""));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(web_.asked_of("victim.test").size(), 100u);
  EXPECT_EQ(kept().size(), 100u) << "unreachable rules allow nothing";
}

TEST_F(VisitsTest, AsksAHostThatIsVisitedForOthersRobotsTxtBetweenItsPages) {
  small_site(20);
  options_.plan.pace.burst = 0;
  for (int i = 0; i < 10; ++i) {
    const std::string base = "http://" + host_name(i);
    web_.say(base + "/", page("home"));
    web_.say(base + "/robots.txt", redirect("http://a.test/rules/" + std::to_string(i)));
    options_.seeds.push_back(base + "/");
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(longest_burst(web_.asked_of("a.test"), options_.plan.pace.delay), 1u);
  EXPECT_EQ(kept().size(), 31u);
}

TEST_F(VisitsTest, KeepsThePaceOfAnAddressOverAllItsHosts) {
  options_.seeds.clear();
  for (int i = 0; i < 30; ++i) {
    web_.say("http://" + host_name(i) + "/", page("home"));
    web_.put_together(host_name(0), host_name(i));
    options_.seeds.push_back("http://" + host_name(i) + "/");
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 30u);
  EXPECT_EQ(longest_burst(web_.asked_of(".test"), options_.plan.pace.delay), 8u);
}

TEST_F(VisitsTest, KeepsThePaceOfAnAddressAlsoIfSeveralHostsAreVisitedThere) {
  options_.seeds.clear();
  options_.plan.hosts_per_address = 4;
  options_.plan.pace.burst = 0;
  for (int i = 0; i < 12; ++i) {
    web_.say("http://" + host_name(i) + "/", page("home"));
    web_.put_together(host_name(0), host_name(i));
    options_.seeds.push_back("http://" + host_name(i) + "/");
  }
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 12u);
  const std::vector<Tick> asked = web_.asked_of(".test");
  for (std::size_t i = 4; i < asked.size(); ++i)
    EXPECT_GE(asked[i] - asked[i - 4], options_.plan.pace.delay) << i;
}

class WildcardTest : public VisitsTest {
 protected:
  WildcardTest() {
    options_.scope.kind = ScopeKind::domains;
    options_.seeds = {"http://x0.trap.test/"};
    options_.plan.domains.similar_hosts = 5;
    web_.wildcard = ".trap.test";
    web_.wildcard_page = [](const std::string& name) { return links_of(name, "same page"); };
  }

  // Every host links to eight more.
  static std::string links_of(const std::string& name, const std::string& text) {
    constexpr std::uint64_t kHosts = 1'000'000'007;
    const std::uint64_t number = std::stoull(name.substr(1));
    std::string html = "<p>" + text + "</p>";
    for (std::uint64_t i = 1; i <= 8; ++i)
      html += fmt::format("<a href='http://x{}.trap.test/'>x</a>", (8 * number + i) % kHosts);
    return html;
  }
  std::size_t hosts_asked() const {
    std::set<std::string> hosts;
    for (const auto& [url, tick] : web_.log) hosts.insert(std::string(Url::parse(url)->hostname()));
    return hosts.size();
  }
};

TEST_F(WildcardTest, IsLeftWhenItsHostsAreAlike) {
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(hosts_asked(), 10u);
  std::uint64_t dropped = 0;
  for (int i = 0; i < 40; ++i)
    dropped += report("x" + std::to_string(i) + ".trap.test").dropped[DropReason::hosts_alike];
  EXPECT_GT(dropped, 10u) << "and those that were not visited";
}

TEST_F(WildcardTest, IsLeftAlsoAfterARestart) {
  options_.plan.batch_pages = 1;
  options_.is_killed = [&] { return hosts_asked() >= 8; };
  EXPECT_TRUE(crawl().was_killed);
  options_.is_killed = [] { return false; };
  EXPECT_TRUE(crawl().is_done);
  EXPECT_LE(hosts_asked(), 12u);
}

TEST_F(WildcardTest, EndsAtTheLimitOfHostsIfAllAreDifferent) {
  web_.wildcard_page = [](const std::string& name) {
    Random random(std::stoull(name.substr(1)));
    std::string text;
    for (int i = 0; i < 300; ++i)
      text += static_cast<char>(i % 6 == 0 ? ' ' : 'a' + static_cast<char>(random.below(26)));
    return links_of(name, text);
  };
  options_.plan.domains.hosts = 30;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(hosts_asked(), 30u);
  EXPECT_EQ(longest_burst(web_.asked_of(".trap.test"), options_.plan.pace.delay), 8u);
}

TEST_F(WildcardTest, EndsAtTheLimitOfPagesOfADomain) {
  options_.plan.domains = {.hosts = 0, .pages = 12, .similar_hosts = 0};
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 12u);
}

TEST_F(VisitsTest, TakesARobotsTxtThatCannotBeReadForUnreachable) {
  small_site(3);
  std::string packed;
  warc::GzipWriter writer;
  const std::string rules = "User-agent: *\nDisallow: /1\n";
  writer.append_member(packed, std::array<std::string_view, 1>{rules});
  std::string damaged = packed;
  damaged[damaged.size() - 6] ^= 1;
  for (const auto& [body, coding] : {std::pair{packed.substr(0, packed.size() / 2), "gzip"},
                                     {damaged, "gzip"},
                                     {rules, "exi"}}) {
    web_.say("http://a.test/robots.txt", page(body, {{"Content-Encoding", coding}}));
    if (!web_.log.empty()) wake("a.test");
    EXPECT_TRUE(crawl().is_done);
    EXPECT_TRUE(web_.asked("http://a.test/").empty()) << coding << body.size();
  }
  web_.say("http://a.test/robots.txt", page(packed, {{"Content-Encoding", "gzip"}}));
  wake("a.test");
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains(at(0)));
  EXPECT_FALSE(kept().contains(at(1)));
}

TEST_F(VisitsTest, ReadsARobotsTxtThatIsLongerThanAPageMayBe) {
  small_site(3);
  web_.say("http://a.test/robots.txt",
           page(std::string(5'000, '#') + "\nUser-agent: *\nDisallow: /1\n"));
  options_.plan.fetch.body_bytes = 1'000;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().contains(at(0)));
  EXPECT_FALSE(kept().contains(at(1)));
}

TEST_F(VisitsTest, KeepsToTheLongestCrawlDelayOfItsSchemes) {
  web_.say("http://a.test/robots.txt", page("User-agent: *\nCrawl-delay: 20\n"));
  web_.say("https://a.test/robots.txt", page("User-agent: *\nCrawl-delay: 1\n"));
  web_.say("http://a.test/", page("<a href=https://a.test/1>1</a><a href=https://a.test/2>2</a>"));
  web_.say("https://a.test/1", page("one"));
  web_.say("https://a.test/2", page("two"));
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().size(), 3u);
  EXPECT_EQ(longest_burst(web_.asked_of("a.test"), seconds(20)), 1u);
}

// RFC 9309, 2.3.1.4: after some time, such as 30 days, an unreachable robots.txt may count as
// missing.
TEST_F(VisitsTest, GoesOnWithoutARobotsTxtThatWasUnreachableForAMonth) {
  small_site(3);
  web_.say("http://a.test/robots.txt", {.status = 500});
  EXPECT_TRUE(crawl().is_done);
  EXPECT_TRUE(kept().empty());
  for (const int days : {20, 11}) {
    EXPECT_TRUE(kept().empty());
    clock_.jump(std::chrono::days(days));
    wake("a.test");
    EXPECT_TRUE(crawl().is_done);
  }
  EXPECT_EQ(kept().size(), 4u);
}

TEST_F(VisitsTest, CallsAHostPartialThatATrapCut) {
  web_.say("http://a.test/", page("<a href=/1>1</a><a href='/a/a/a/a/a/a'>round</a>"));
  web_.say("http://a.test/1", page("one"));
  EXPECT_TRUE(crawl().is_done);
  const VisitReport seen = report("a.test");
  EXPECT_EQ(seen.state, VisitState::partial);
  EXPECT_EQ(seen.why, VisitReason::cut_off(DropReason::path_repeats));
  EXPECT_EQ(seen.examples.at(DropReason::path_repeats),
            std::vector<std::string>{"http://a.test/a/a/a/a/a/a"});
}

TEST_F(VisitsTest, CallsAHostCompleteThatIsLeftOutByItsOwnRules) {
  web_.say("http://a.test/robots.txt", {.status = 200, .body = "User-agent: *\nDisallow: /no\n"});
  web_.say("http://a.test/", page("<a href=/1>1</a><a href=/no>n</a><a href=/gone>g</a>"
                                  "<a rel=nofollow href=/paid>p</a><a rel=nofollow href=/1>1</a>"));
  web_.say("http://a.test/1", page("one"));
  EXPECT_TRUE(crawl().is_done);
  const VisitReport seen = report("a.test");
  EXPECT_EQ(seen.state, VisitState::complete);
  EXPECT_EQ(seen.why.cause, VisitCause::nothing_left);
  EXPECT_EQ(seen.dropped, (DropCounts{{DropReason::robots, 1}, {DropReason::nofollow, 1}}));
  EXPECT_EQ(seen.examples.at(DropReason::nofollow), std::vector<std::string>{"http://a.test/paid"});
  EXPECT_EQ(seen.statuses, (StatusCounts{{200, 2}, {404, 1}}));
}

TEST_F(VisitsTest, CallsAHostPartialWhoseSitemapsAreNotReadWhole) {
  options_.plan.sitemaps = true;
  options_.plan.limits.sitemaps = 10;
  options_.plan.fetch.body_bytes = 2'000;
  web_.say("http://a.test/", page("home"));
  web_.say("http://a.test/robots.txt",
           {.status = 200,
            .headers = {{"Content-Type", "text/plain"}},
            .body = "Sitemap: /index.xml\nSitemap: /long.txt\nSitemap: /odd.xml\n"
                    "Sitemap: /misnamed.txt\n"});
  std::string index = "<sitemapindex>";
  for (int i = 0; i < 20; ++i)
    index += fmt::format("<sitemap><loc>http://a.test/s{}.xml</loc></sitemap>", i);
  web_.say("http://a.test/index.xml", page(index + "</sitemapindex>"));
  std::string list;
  for (int i = 0; i < 200; ++i) list += fmt::format("http://a.test/p{}\n", i);
  web_.say("http://a.test/long.txt", page(list));
  web_.say("http://a.test/odd.xml", page("\x01\x02\x03", {{"Content-Encoding", "snappy"}}));
  web_.say("http://a.test/misnamed.txt",
           page("http://a.test/named\n", {{"Content-Encoding", "utf-8"}}));
  EXPECT_TRUE(crawl().is_done);
  VisitReport told = report("a.test");
  EXPECT_EQ(told.state, VisitState::partial);
  EXPECT_EQ(told.dropped[DropReason::sitemap_count], 14u) << "4 of robots.txt and 6 of 20 are read";
  EXPECT_EQ(told.dropped[DropReason::sitemap_cut], 1u);
  EXPECT_EQ(told.dropped[DropReason::sitemap_unreadable], 1u);
  EXPECT_EQ(web_.asked("http://a.test/named").size(), 1u);
}

TEST_F(VisitsTest, AsksForTheSeedAloneWithDepthZero) {
  web_.say("http://a.test/", page("<a href=/1>1</a>"));
  web_.say("http://a.test/robots.txt",
           {.status = 200, .body = "Sitemap: http://a.test/sitemap.xml\n"});
  web_.say("http://a.test/page", page("<a href=/2>2</a><img src=/i.png>"));
  options_.seeds = {"http://a.test/page"};
  options_.plan.limits.depth = 0;
  options_.plan.requisites = false;
  EXPECT_TRUE(crawl().is_done);
  EXPECT_EQ(kept().count("http://a.test/page"), 1u);
  EXPECT_TRUE(web_.asked("http://a.test/").empty());
  EXPECT_TRUE(web_.asked("http://a.test/2").empty());
  EXPECT_TRUE(web_.asked("http://a.test/sitemap.xml").empty());
  EXPECT_EQ(web_.log.size(), 2u);
}

}  // namespace
}  // namespace freshet
