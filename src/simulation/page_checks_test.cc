// Checks of known pages on the practice web: honest servers, and lying ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "catalog/open_catalog.h"
#include "crawl/orphans.h"
#include "practice/change_process.h"
#include "predict/shipped_first_sight.h"
#include "refresh/checked_pages.h"
#include "refresh/planner.h"
#include "refresh/record.h"
#include "schedule/shipped_training.h"
#include "simulation/crawl_run.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr Duration kDay = std::chrono::days(1);
const std::string kChild = "/child.html";
const std::string kOther = "/other.html";

// Orders the checks that a test requests, once a run.
class Orders final : public Refresher {
 public:
  std::vector<HostWake> choose(Time) override {
    std::vector<HostWake> hosts;
    for (const auto& [key, urls] : urls_)
      if (auto host = Host::from_key(key)) hosts.push_back({.host = *host});
    return hosts;
  }
  std::optional<Time> next_choice(Time) override { return std::nullopt; }
  RefreshOrders take_orders(const Host& host, Time) override {
    RefreshOrders orders;
    for (const std::string& url : urls_[std::string(host.key())])
      orders.checks.push_back({.page = page_key_of(url),
                               .is_requisite = url.ends_with(".css"),
                               .word = is_hinted ? PageWord::changed : PageWord::none});
    return orders;
  }
  void visit_ended(const Host&, const VisitEnd& end, Time) override {
    hints.insert(hints.end(), end.hints.begin(), end.hints.end());
    for (const UncheckedPage& page : end.unchecked) unchecked.push_back(page.url);
  }

  void add(const std::string& url) {
    urls_[std::string(page_key_of(url).host->key())].push_back(url);
  }

  bool is_hinted = false;
  std::vector<std::string> unchecked;
  std::vector<PageHint> hints;

 private:
  std::map<std::string, std::vector<std::string>> urls_;
};

// Records without a model.
class PlainRecorder final : public ObservationRecorder {
 public:
  PageNews record(const Observation& observation) override {
    PageNews news;
    if (!observation.check) looks[observation.page.url] = look_of(observation);
    const BeliefUpdate step = updated_belief(observation, {});
    news.beliefs.push_back(step.belief);
    news.marks = observation.marks;
    if (observation.check) news.checks.push_back(*observation.check);
    if (auto event = event_of(observation, step.life_event)) news.events.push_back(*event);
    return news;
  }

  std::map<std::string, FirstLook> looks;  // of new pages
};

class ChecksTest : public testing::Test {
 protected:
  ChecksTest() {
    plan_.hosts = 1;
    plan_.pages = 12;
    plan_.features = {};
    for (bool* feature :
         {&plan_.features.robots, &plan_.features.fine_rules, &plan_.features.sitemaps,
          &plan_.features.split_sitemaps, &plan_.features.redirects, &plan_.features.tls,
          &plan_.features.directives, &plan_.features.encodings, &plan_.features.codings,
          &plan_.features.validators, &plan_.features.missing_pages, &plan_.features.duplicates,
          &plan_.features.cookies, &plan_.features.shared_addresses, &plan_.features.traps,
          &plan_.features.misbehaviour, &plan_.features.requisites})
      *feature = false;
    auto script = std::make_shared<ChangeScript>();
    script->pages.resize(plan_.pages);
    plan_.script = script;
    script_ = script.get();
    options_.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    options_.plan.requisites = false;
    options_.recorder = &recorder_;
  }

  // `ahead`: error of the clock during the crawl.
  void crawl(Duration ahead = {}) {
    web_ = std::make_unique<SimulatedWeb>(
        plan_, PracticeWebOptions{
                   .fault =
                       [this](const WebRequest& request) {
                         return fault_ ? fault_(request) : std::nullopt;
                       },
                   .bend =
                       [this](const PracticeRequest& request, Time now, PracticeAnswer& answer) {
                         requests_.push_back(request);
                         if (bend_) bend_(request, now, answer);
                       }});
    options_.seeds = {web_->world.first_url()};
    web_->clock.jump(ahead);
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options_);
    ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
    ASSERT_TRUE(done.is_done);
  }

  // Checks the pages a day later.
  void check(const std::vector<std::string>& urls, Duration after = kDay, bool is_hinted = false) {
    web_->clock.jump(after);
    Orders orders;
    orders.is_hinted = is_hinted;
    for (const std::string& url : urls) orders.add(url);
    CrawlRunOptions options = options_;
    options.refresher = &orders;
    requests_.clear();
    log_before_ = web_->web.log().size();
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options);
    ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
    unchecked_ = orders.unchecked;
    hints_ = orders.hints;
  }

  // Runs the checks chosen by a planner with this many checks a day.
  RefreshCounts refresh(std::uint64_t checks) {
    const auto chooses = planner(checks, true);
    CrawlRunOptions options = options_;
    options.recorder = chooses.get();
    options.refresher = chooses.get();
    requests_.clear();
    log_before_ = web_->web.log().size();
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options);
    EXPECT_TRUE(done.status.has_value()) << done.status.error().message;
    EXPECT_TRUE(done.is_done);
    return chooses->counts();
  }

  // With this many checks a day; the budget of one hour is available.
  std::unique_ptr<Planner> planner(std::uint64_t checks, bool only_once = false) {
    PlannerOptions options;
    options.only_once = only_once;
    options.policy.budget.checks_per_day = checks;
    auto opened = archive();
    auto made =
        Planner::load(opened.catalog(), shipped_first_sight(CountedChanges::content),
                      shipped_training(CountedChanges::content).prior, options, web_->clock.now());
    EXPECT_TRUE(made);
    return *std::move(made);
  }
  std::string directory() { return scratch_ / "archive"; }
  std::string home() { return web_->world.first_url(); }
  std::string url(std::uint64_t number) {
    const auto host = web_->world.hosts().by_name(std::string(Url::parse(home())->hostname()));
    return host->base + Site(web_->world.plan(), *host).page(number).path;
  }
  void change(std::uint64_t number, Duration after) {
    script_->pages[number].push_back(plan_.began + std::chrono::days(30) + after);
  }
  Archive archive() { return *Archive::open(system_disk(), directory()); }
  PageCheck last_check(const std::string& url) {
    auto checks = archive().catalog().checks(page_key_of(url), 100);
    EXPECT_TRUE(checks && !checks->empty()) << url;
    return checks && !checks->empty() ? checks->back() : PageCheck{};
  }
  // Returns the findings of the stages of its last check: "status same, etag differs, ...".
  std::string stages(const std::string& url) {
    std::string text;
    const auto all = nlohmann::ordered_json::parse(last_check(url).stages, nullptr, false);
    for (const auto& [stage, found] : all.items())
      text += (text.empty() ? "" : ", ") + stage + " " + found["finding"].get<std::string>();
    return text;
  }
  std::size_t snapshots_of(const std::string& url) {
    auto opened = archive();
    const auto page = opened.catalog().find_page(page_key_of(url));
    EXPECT_TRUE(page && *page) << url;
    return opened.catalog().snapshots((*page)->id)->size();
  }
  // Makes `asked` true in that much time.
  void stop_after(Duration time, std::function<bool()>& asked) {
    auto is_time = std::make_shared<bool>(false);
    web_->events.after(time, [is_time] { *is_time = true; });
    asked = [is_time] { return *is_time; };
  }
  PageBelief belief(const std::string& url) {
    auto found = archive().catalog().find_belief(page_key_of(url));
    EXPECT_TRUE(found && *found) << url;
    return found && *found ? **found : PageBelief{};
  }
  std::string base() {
    const std::string url = home();
    return url.substr(0, url.size() - 1);
  }
  std::vector<std::string> orphans() {
    auto opened = archive();
    const auto found = find_orphans(opened, options_.plan);
    EXPECT_TRUE(found);
    std::vector<std::string> urls;
    for (const Orphan& orphan : found->pages) urls.push_back(orphan.url);
    return urls;
  }
  std::vector<PageEvent> events() { return *archive().catalog().events(0, 1000); }
  // Returns the server's statuses for the URL in the last run.
  std::vector<int> statuses(const std::string& url) {
    std::vector<int> all;
    for (std::size_t i = log_before_; i < web_->web.log().size(); ++i)
      if (web_->web.log()[i].url == url) all.push_back(web_->web.log()[i].status);
    return all;
  }
  std::size_t asked(std::string_view path) {
    return static_cast<std::size_t>(
        std::ranges::count_if(requests_, [&](const PracticeRequest& request) {
          return request.target.substr(0, request.target.find('?')) == path;
        }));
  }
  static bool is_html(const PracticeAnswer& answer) {
    return answer.status == 200 &&
           warc::find_field(answer.headers, "Content-Type").value_or("").starts_with("text/html");
  }
  static void drop_validators(PracticeAnswer& answer) {
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "ETag") ||
             equals_ignoring_case(field.name, "Last-Modified");
    });
  }
  bool was_conditional(std::string_view path) {
    for (const PracticeRequest& request : requests_) {
      if (request.target != path) continue;
      if (warc::find_field(request.headers, "If-None-Match") ||
          warc::find_field(request.headers, "If-Modified-Since"))
        return true;
    }
    return false;
  }

  Scratch scratch_;
  WorldPlan plan_;
  ChangeScript* script_ = nullptr;
  CrawlRunOptions options_;
  PlainRecorder recorder_;
  std::unique_ptr<SimulatedWeb> web_;
  std::function<void(const PracticeRequest&, Time, PracticeAnswer&)> bend_;
  std::function<std::optional<WebFailure>(const WebRequest&)> fault_;
  std::vector<PracticeRequest> requests_;
  std::vector<std::string> unchecked_;
  std::vector<PageHint> hints_;
  std::size_t log_before_ = 0;
};

std::string path_of(const std::string& url) { return std::string(Url::parse(url)->path()); }

TEST_F(ChecksTest, EveryPageOfACrawlIsBelievedAndAdded) {
  crawl();
  EXPECT_EQ(events().size(), plan_.pages);
  for (const PageEvent& event : events()) {
    EXPECT_EQ(event.kind, EventKind::added);
    EXPECT_EQ(belief(event.url).state, PageState::scheduled);
  }
}

TEST_F(ChecksTest, WhatASitemapSaysOfAPageIsKnownAtFirstSightAndWhenLearning) {
  bend_ = [&](const PracticeRequest& request, Time now, PracticeAnswer& answer) {
    if (request.target != "/robots.txt" && request.target != "/map.xml") return;
    answer = {};
    answer.headers = {{"Content-Type", "text/plain"}};
    answer.body = request.target == "/map.xml"
                      ? "<urlset><url><loc>" + url(3) + "</loc><lastmod>" +
                            iso_time(now - std::chrono::days(10)) +
                            "</lastmod><changefreq>weekly</changefreq></url></urlset>"
                      : "Sitemap: " + base() + "/map.xml\n";
  };
  crawl();
  const FirstLook told = recorder_.looks.at(url(3)), untold = recorder_.looks.at(url(4));
  EXPECT_NEAR(told.sitemap_age_days, 10, 0.1);
  EXPECT_DOUBLE_EQ(told.sitemap_changes_per_day, 1.0 / 7);
  EXPECT_TRUE(is_missing(untold.sitemap_age_days) && is_missing(untold.sitemap_changes_per_day));
  for (int i = 0; i < 2; ++i) check({url(3), url(4)});
  auto opened = archive();
  const auto checked = read_checked_pages(opened);
  ASSERT_TRUE(checked) << checked.error().message;
  ASSERT_EQ(checked->pages.size(), 2U);
  for (const CheckedPage& page : checked->pages) {
    EXPECT_EQ(is_missing(page.look.sitemap_changes_per_day), page.url == url(4)) << page.url;
    EXPECT_NEAR(page.days, 2, 0.1);
    EXPECT_EQ(page.changes, 0);
  }
}

TEST_F(ChecksTest, APageThatIsAsItWasCostsNoBody) {
  crawl();
  check({url(3), url(4)});
  EXPECT_EQ(statuses(url(3)), std::vector{304});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
  EXPECT_EQ(last_check(url(3)).bytes, 0U);
  EXPECT_EQ(last_check(url(3)).stages, R"({"status":{"finding":"same","status":304.0}})");
  EXPECT_EQ(belief(url(3)).checks, 1);
  EXPECT_EQ(belief(url(3)).unmodified, 1);
  EXPECT_EQ(events().size(), plan_.pages);
  EXPECT_TRUE(unchecked_.empty());
  // Nothing else was requested: neither the home page nor the pages' links.
  EXPECT_EQ(statuses(home()).size(), 0U);
}

// The host has reached its page limit, and each check is one more answer.
TEST_F(ChecksTest, AHostWithAsManyPagesAsItMayHaveIsChecked) {
  change(4, std::chrono::hours(5));
  options_.plan.limits.pages = plan_.pages;
  crawl();
  for (int i = 0; i < 2; ++i) {
    check({url(3), url(4)});
    EXPECT_TRUE(unchecked_.empty());
  }
  EXPECT_EQ(archive().catalog().checks(page_key_of(url(3)), 10)->size(), 2U);
  EXPECT_EQ(archive().catalog().checks(page_key_of(url(4)), 10)->size(), 2U);
}

TEST_F(ChecksTest, AChangedPageIsJudgedKeptAndTold) {
  change(3, std::chrono::hours(5));
  crawl();
  check({url(3)});
  const PageCheck check = last_check(url(3));
  EXPECT_EQ(check.outcome, CheckOutcome::changed);
  EXPECT_EQ(stages(url(3)).substr(0, 66),
            "status same, etag differs, last_modified differs, bytes differs, t");
  EXPECT_EQ(belief(url(3)).changes, 1);
  const PageEvent last = events().back();
  EXPECT_EQ(last.kind, EventKind::changed);
  EXPECT_EQ(last.url, url(3));
  EXPECT_NE(last.digest, last.digest_before);
  auto archived = archive();
  const auto page = archived.catalog().find_page(page_key_of(url(3)));
  EXPECT_EQ((*page)->snapshots, 2);
}

// The loop serves other visits meanwhile, and the visit goes on when it is judged.
TEST_F(ChecksTest, AVisitWaitsForTheJudgement) {
  change(3, std::chrono::hours(5));
  crawl();
  options_.judging_takes = std::chrono::minutes(10);
  const Tick began = web_->events.tick();
  check({url(3), url(4)});
  EXPECT_GE(web_->events.tick() - began, std::chrono::minutes(10));
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::same);
  EXPECT_TRUE(unchecked_.empty());
}

// Nothing is kept of an answer that is being judged: as if the page had not been asked for.
TEST_F(ChecksTest, AStopWhileAPageIsJudgedEndsAtOnceAndLeavesItUnchecked) {
  change(3, std::chrono::hours(5));
  crawl();
  const std::size_t snapshots = snapshots_of(url(3));
  options_.judging_takes = std::chrono::hours(1);
  stop_after(std::chrono::minutes(10), options_.is_stopped);
  const Tick began = web_->events.tick();
  check({url(3), url(4)});
  EXPECT_EQ(statuses(url(3)), std::vector{200}) << "it was asked for";
  EXPECT_LT(web_->events.tick() - began, std::chrono::minutes(11));
  EXPECT_EQ(unchecked_, (std::vector{url(3), url(4)}));
  EXPECT_TRUE(archive().catalog().checks(page_key_of(url(3)), 10)->empty());
  EXPECT_EQ(snapshots_of(url(3)), snapshots);
  options_.judging_takes = {};
  options_.is_stopped = [] { return false; };
  check({url(3), url(4)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(snapshots_of(url(3)), snapshots + 1);
  EXPECT_TRUE(unchecked_.empty());
}

TEST_F(ChecksTest, AKillWhileAPageIsJudgedKeepsNothingOfIt) {
  change(3, std::chrono::hours(5));
  crawl();
  const std::size_t snapshots = snapshots_of(url(3));
  options_.judging_takes = std::chrono::hours(1);
  stop_after(std::chrono::minutes(10), options_.is_killed);
  check({url(3)});
  EXPECT_EQ(snapshots_of(url(3)), snapshots);
  options_.judging_takes = {};
  options_.is_killed = [] { return false; };
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(snapshots_of(url(3)), snapshots + 1);
}

// A crawl that comes again compares the pages that it knows; one that is given up is asked for
// once more.
TEST_F(ChecksTest, ACrawlThatIsStoppedWhileItJudgesAsksAgain) {
  change(3, std::chrono::hours(5));
  crawl();
  web_->clock.jump(kDay);
  {
    auto catalog =
        open_catalog(system_disk(), catalog_address(directory()), {.access = CatalogAccess::write});
    ASSERT_TRUE(catalog);
    ASSERT_TRUE((*catalog)->begin_crawl({.began = web_->clock.now(), .plan = ""}));
    ASSERT_TRUE((*catalog)->wake_hosts(std::vector<HostWake>{{.host = *page_key_of(home()).host}}));
  }
  options_.judging_takes = std::chrono::hours(1);
  stop_after(std::chrono::minutes(10), options_.is_stopped);
  CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options_);
  ASSERT_TRUE(done.was_stopped);
  EXPECT_EQ(events().size(), plan_.pages);
  options_.judging_takes = {};
  options_.is_stopped = [] { return false; };
  done = run_crawl(*web_, system_disk(), directory(), options_);
  ASSERT_TRUE(done.is_done);
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(last_check(home()).outcome, CheckOutcome::same);
}

TEST_F(ChecksTest, WhatANewFeedSaysOfOtherPagesIsHeard) {
  Time told{};
  bend_ = [&](const PracticeRequest& request, Time now, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    told = now - std::chrono::hours(2);
    answer = {};
    answer.headers = {{"Content-Type", "application/atom+xml; charset=utf-8"}};
    answer.body = "<feed><entry><link href=\"" + url(4) + "\"/><updated>" + iso_time(told) +
                  "</updated></entry><entry><link href=\"https://elsewhere.example/\"/><updated>" +
                  iso_time(told) + "</updated></entry></feed>";
  };
  crawl();
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  ASSERT_EQ(hints_.size(), 1U);
  EXPECT_EQ(hints_[0].url, url(4));
  EXPECT_LT(told - hints_[0].changed, std::chrono::seconds(1));
  EXPECT_TRUE(hints_[0].is_of_feed);
}

TEST_F(ChecksTest, APageThatVanishesIsRemovedOnceAndComesBack) {
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.status = 404;
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<p>Nothing here.</p>";
  };
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::gone);
  EXPECT_EQ(belief(url(3)).state, PageState::gone);
  EXPECT_EQ(events().back().kind, EventKind::removed);
  const std::size_t told = events().size();
  check({url(3)});
  EXPECT_EQ(belief(url(3)).misses, 2);
  EXPECT_EQ(events().size(), told) << "told once";
  bend_ = nullptr;
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::back);
  EXPECT_EQ(belief(url(3)).state, PageState::scheduled);
  EXPECT_EQ(events().back().kind, EventKind::added);
}

TEST_F(ChecksTest, ThePlanHasPagesThatAreGone) {
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target == path_of(url(3))) answer.status = 404;
  };
  check({url(3)});
  const Time now = web_->clock.now();
  std::vector<PlannedPage> looks = planner(24)->plan(now, 100);
  EXPECT_TRUE(std::ranges::is_sorted(looks, {}, &PlannedPage::at));
  std::erase_if(looks, [](const PlannedPage& page) { return page.reason != CheckReason::gone; });
  ASSERT_EQ(looks.size(), 1U);
  EXPECT_EQ(looks[0].url, url(3));
  EXPECT_EQ(looks[0].misses, 1);
  EXPECT_GT(looks[0].at, now + kDay / 2);
}

TEST_F(ChecksTest, AHostIsWokenForWhatItsChecksAreWorth) {
  crawl();
  web_->clock.jump(kDay);
  const auto value = [&](std::uint64_t checks) {
    const std::vector<HostWake> woken = planner(checks)->choose(web_->clock.now());
    EXPECT_EQ(woken.size(), 1U);
    return woken.empty() ? 0 : woken[0].value;
  };
  EXPECT_GT(value(24), 1) << "one check";
  EXPECT_GT(value(240), value(24)) << "all pages";
}

TEST_F(ChecksTest, APageThatIsGoneForLongFadesOut) {
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target == path_of(url(3))) answer.status = 410;
  };
  for (int i = 0; i < 9; ++i) check({url(3)});
  EXPECT_EQ(belief(url(3)).state, PageState::faded);
  EXPECT_FALSE(belief(url(3)).next_check.has_value());
}

// nginx with gzip: the tag of a 200 is weak, that of a 304 is not, and the date is not repeated.
TEST_F(ChecksTest, AWeakETagIsTheSameAsAStrongOne) {
  bend_ = [&](const PracticeRequest&, Time, PracticeAnswer& answer) {
    for (warc::Field& field : answer.headers)
      if (equals_ignoring_case(field.name, "ETag") && answer.status == 200)
        field.value = "W/" + field.value;
    if (answer.status != 304) return;
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "Last-Modified");
    });
  };
  crawl();
  for (int i = 0; i < 6; ++i) {
    check({url(3)});
    EXPECT_EQ(statuses(url(3)).size(), 1U) << "check " << i;
    EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
    EXPECT_EQ(last_check(url(3)).bytes, 0U);
  }
}

// A page that lists earlier visits from cookies, like DokuWiki's trail.
TEST_F(ChecksTest, WhereWeHaveBeenIsNoChange) {
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    drop_validators(answer);
    if (!is_html(answer)) return;
    const auto cookie = warc::find_field(request.headers, "Cookie");
    answer.body += "<p>You came from " + std::string(cookie.value_or("nowhere")) + ".</p>";
    answer.headers.push_back({"Set-Cookie", "trail=" + request.target + "; Path=/"});
  };
  crawl();
  check({url(3), url(4), url(5)});
  check({url(5), url(3), url(4)});
  for (const std::uint64_t page : {3u, 4u, 5u})
    EXPECT_EQ(stages(url(page)), "status same, etag unknown, last_modified unknown, bytes same");
  for (const PracticeRequest& request : requests_)
    EXPECT_FALSE(warc::find_field(request.headers, "Cookie")) << request.target;
}

TEST_F(ChecksTest, ACookieThatLetsUsInIsSent) {
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != "/") return;
    answer = {};
    answer.status = 302;
    answer.headers = {{"Location", path_of(url(3))}, {"Set-Cookie", "in=yes; Path=/"}};
  };
  crawl();
  ASSERT_EQ(asked(path_of(url(3))), 1U);
  for (const PracticeRequest& request : requests_) {
    if (request.target != path_of(url(3))) continue;
    EXPECT_EQ(warc::find_field(request.headers, "Cookie"), "in=yes");
  }
}

TEST_F(ChecksTest, APixelWithARandomQueryIsAskedForAFewTimes) {
  options_.plan.requisites = true;
  int views = 0;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    drop_validators(answer);
    if (is_html(answer))
      answer.body += "<img src=\"/pixel.gif?rnd=" + std::to_string(++views) + "\">";
    if (!request.target.starts_with("/pixel.gif")) return;
    answer = {};
    answer.headers = {{"Content-Type", "image/gif"}};
    answer.body = "GIF89a";
  };
  crawl();
  EXPECT_GE(views, 12);
  EXPECT_EQ(asked("/pixel.gif"), 3U);
  check({url(3), url(4)});
  EXPECT_EQ(asked(path_of(url(3))), 1U);
  EXPECT_EQ(asked("/pixel.gif"), 0U);
}

TEST_F(ChecksTest, AStyleSheetIsCheckedBesideThePages) {
  options_.plan.requisites = true;
  std::string sheet = "p { color: red }";
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (is_html(answer)) answer.body += "<link rel=stylesheet href=/style.css>";
    if (request.target != "/style.css") return;
    answer = {};
    answer.headers = {{"Content-Type", "text/css"}, {"ETag", '"' + sheet + '"'}};
    if (warc::find_field(request.headers, "If-None-Match") == '"' + sheet + '"')
      answer.status = 304;
    else
      answer.body = sheet;
  };
  crawl();
  const std::string style = base() + "/style.css";
  EXPECT_TRUE(belief(style).is_requisite());
  EXPECT_EQ(events().size(), plan_.pages) << "nobody hears of it";
  const Time later = web_->clock.now() + 90 * kDay;
  const RefreshView view = planner(24)->view(later);
  EXPECT_EQ(view.scheduled, plan_.pages);
  EXPECT_EQ(view.requisites, 1U);
  std::vector<PlannedPage> planned = planner(24)->plan(later, 100);
  EXPECT_NE(std::ranges::find(planned, style, &PlannedPage::url), planned.end());
  check({style});
  EXPECT_EQ(statuses(style), std::vector{304});
  EXPECT_EQ(last_check(style).outcome, CheckOutcome::same);
  sheet = "p { color: blue }";
  check({style});
  EXPECT_EQ(last_check(style).outcome, CheckOutcome::changed);
  auto opened = archive();
  EXPECT_EQ((*opened.catalog().find_page(page_key_of(style)))->snapshots, 3);
  EXPECT_EQ(events().size(), plan_.pages);
}

TEST_F(ChecksTest, RequisitesDoNotCrowdOutPages) {
  options_.plan.requisites = true;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    for (int i = 0; i < 20 && is_html(answer); ++i)
      answer.body += "<img src=\"/image-" + std::to_string(i) + ".png\">";
    if (!request.target.starts_with("/image-")) return;
    answer = {};
    answer.headers = {{"Content-Type", "image/png"}};
    answer.body = request.target;
  };
  crawl();
  web_->clock.jump(7 * kDay);
  const RefreshCounts counts = refresh(plan_.pages + 6);
  EXPECT_GE(counts.checks(), plan_.pages - 1);
  EXPECT_LE(counts.requisites, 7U);
  EXPECT_GE(counts.requisites, 1U);
}

// A bad hardware clock, corrected later: its times neither count as fresh nor are waited for.
TEST_F(ChecksTest, AClockThatWasAheadIsForgotten) {
  for (const int years : {1, 10}) {
    SCOPED_TRACE(years);
    std::filesystem::remove_all(directory());
    const Duration ahead = 365 * years * kDay;
    crawl(ahead);
    web_->clock.jump(kDay - ahead);
    const RefreshView view = planner(1000)->view(web_->clock.now());
    EXPECT_LT(view.fresh, 0.99 * static_cast<double>(view.scheduled)) << "nobody knows how old";
    EXPECT_EQ(refresh(1000).checks(), plan_.pages);
    EXPECT_EQ(asked("/robots.txt"), 1U) << "that of the future is not fresh";
    EXPECT_EQ(statuses(url(3)), std::vector{304});
    EXPECT_EQ(refresh(1000).checks(), 0U) << "they are fresh now";
    web_->clock.jump(30 * kDay);
    EXPECT_EQ(refresh(1000).checks(), plan_.pages);
    EXPECT_EQ(asked("/robots.txt"), 1U);
    EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
  }
}

TEST_F(ChecksTest, ACopyOfAClockThatWasAheadIsNotTheNewestForEver) {
  std::string version = "The first version of the page says this.";
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}, {"ETag", '"' + version + '"'}};
    if (warc::find_field(request.headers, "If-None-Match") == '"' + version + '"')
      answer.status = 304;
    else
      answer.body = "<title>A page</title><p>" + version + "</p>";
  };
  crawl(3650 * kDay);
  web_->clock.jump(kDay - 3650 * kDay);
  version = "Another version has come, with news that nobody has read before.";
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  check({url(3)});
  EXPECT_EQ(statuses(url(3)), std::vector{304}) << "asked by the validators that came last";
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
}

TEST_F(ChecksTest, ACrawlThatBeginsAgainFetchesWhatAClockAheadHadFetched) {
  crawl(3650 * kDay);
  web_->clock.jump(kDay - 3650 * kDay);
  {
    auto catalog =
        open_catalog(system_disk(), catalog_address(directory()), {.access = CatalogAccess::write});
    ASSERT_TRUE(catalog);
    ASSERT_TRUE((*catalog)->begin_crawl({.began = web_->clock.now(), .plan = ""}));
    ASSERT_TRUE((*catalog)->wake_hosts(std::vector<HostWake>{{.host = *page_key_of(home()).host}}));
  }
  options_.plan.limits.slice = std::chrono::seconds(3);  // several visits
  requests_.clear();
  const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options_);
  ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
  EXPECT_TRUE(done.is_done);
  for (std::uint64_t page = 1; page < plan_.pages; ++page)
    EXPECT_EQ(asked(path_of(url(page))), 1U) << "once, by whichever visit";
}

TEST_F(ChecksTest, AClockThatIsSetEndsNoRun) {
  for (const Duration jump : {800 * kDay, -800 * kDay}) {
    std::filesystem::remove_all(directory());
    int calls = 0;
    options_.plan.limits.slice = std::chrono::seconds(3);
    options_.is_killed = [&] {
      if (++calls == 40) web_->clock.jump(jump);
      return false;
    };
    crawl();
    EXPECT_GE(calls, 40);
    EXPECT_EQ(events().size(), plan_.pages);
  }
}

TEST_F(ChecksTest, ADateInTheFutureIsNotAskedBy) {
  change(3, std::chrono::hours(5));
  bend_ = [&](const PracticeRequest&, Time now, PracticeAnswer& answer) {
    if (answer.status != 200) return;
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "ETag") ||
             equals_ignoring_case(field.name, "Last-Modified");
    });
    answer.headers.push_back({"Last-Modified", http_date(now + std::chrono::days(400))});
  };
  crawl();
  check({url(3)});
  EXPECT_FALSE(was_conditional(path_of(url(3))));
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  bend_ = [&, bent = bend_](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    bent(request, plan_.began, answer);
  };
  check({url(4)});
  check({url(4)});
  EXPECT_EQ(stages(url(4)), "status same, etag unknown, last_modified distrusted, bytes same");
}

TEST_F(ChecksTest, AnETagThatIsAlwaysNewMakesNoChange) {
  int count = 0;
  bend_ = [&](const PracticeRequest&, Time, PracticeAnswer& answer) {
    if (answer.status != 200) return;
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "ETag") ||
             equals_ignoring_case(field.name, "Last-Modified");
    });
    answer.headers.push_back({"ETag", "\"" + std::to_string(++count) + "\""});
  };
  crawl();
  check({url(3)});
  EXPECT_TRUE(was_conditional(path_of(url(3))));
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
  EXPECT_EQ(stages(url(3)), "status same, etag differs, last_modified unknown, bytes same");
  EXPECT_EQ(events().size(), plan_.pages);
}

TEST_F(ChecksTest, AHostThatSaysNotModifiedToEverythingIsFoundOut) {
  change(3, std::chrono::hours(5));
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (!warc::find_field(request.headers, "If-None-Match")) return;
    answer.status = 304;
    answer.body.clear();
  };
  crawl();
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same) << "the first time it is believed";
  check({url(3)});
  EXPECT_FALSE(was_conditional(path_of(url(3))));
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
}

TEST_F(ChecksTest, ANotModifiedThatASitemapContradictsIsAskedAgain) {
  change(3, std::chrono::hours(5));
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    const bool is_page = request.target == path_of(url(3));
    if (!is_page || !warc::find_field(request.headers, "If-None-Match")) return;
    answer.status = 304;
    answer.body.clear();
  };
  crawl();
  check({url(3)}, kDay, true);
  EXPECT_EQ(statuses(url(3)), (std::vector{304, 200}));
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(belief(url(3)).unmodified, -1) << "its validators are not believed any more";
  check({url(3)});
  EXPECT_FALSE(was_conditional(path_of(url(3))));
}

TEST_F(ChecksTest, AValidatorThatNeverChangesIsFoundOutByTheLength) {
  change(4, std::chrono::hours(30));
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(4))) return;
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "ETag") ||
             equals_ignoring_case(field.name, "Last-Modified");
    });
    answer.headers.push_back({"ETag", "\"always\""});
    if (!warc::find_field(request.headers, "If-None-Match")) return;
    answer.status = 304;
    answer.body.clear();
  };
  crawl();
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), std::vector{304});
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), (std::vector{200, 200})) << "a head, then the whole";
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::changed);
  EXPECT_TRUE(stages(url(4)).starts_with("status same, etag distrusted")) << stages(url(4));
  EXPECT_EQ(belief(url(4)).unmodified, -1) << "its validators are not believed any more";
  check({url(4)});
  EXPECT_FALSE(was_conditional(path_of(url(4))));
}

TEST_F(ChecksTest, AValidatorIsProvedByAChange) {
  change(4, std::chrono::hours(54));
  crawl();
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), std::vector{304});
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), std::vector{200}) << "a head";
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::same);
  EXPECT_EQ(last_check(url(4)).bytes, 0U);
  EXPECT_EQ(stages(url(4)), "status same, etag same, last_modified same, bytes unknown");
  EXPECT_EQ(belief(url(4)).unmodified, 2);
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), (std::vector{200, 200}));
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::changed);
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), std::vector{304});
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), std::vector{304}) << "no head is needed any more";
}

TEST_F(ChecksTest, AHeadThatTellsAnotherLengthOfTheSameIsTrustedOnce) {
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target == "/robots.txt" || answer.status != 200) return;
    for (warc::Field& field : answer.headers)
      if (equals_ignoring_case(field.name, "Content-Length")) field.value = "7";
  };
  crawl();
  check({url(4), url(5)});
  EXPECT_EQ(statuses(url(4)), std::vector{304});
  check({url(4)});
  EXPECT_EQ(statuses(url(4)), (std::vector{200, 200}));
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::same);
  check({url(5)});
  EXPECT_EQ(statuses(url(5)), std::vector{304}) << "its heads are not asked for any more";
}

TEST_F(ChecksTest, AnErrorPageWithA200IsNoChangeButInTheEndTheEnd) {
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<title>Error</title><h1>503 Service Unavailable</h1><p>Please try again later.";
  };
  const std::size_t told = events().size();
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  EXPECT_EQ(events().size(), told);
  EXPECT_EQ(belief(url(3)).state, PageState::scheduled);
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::gone);
}

// A site that is rebuilt keeps its URLs and changes every word.
TEST_F(ChecksTest, APageThatIsReplacedByAnotherIsAChangeInTheEnd) {
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<title>New</title><h1>All is new</h1>";
    for (int i = 0; i < 400; ++i) answer.body += fmt::format("<p>fresh{} words{} here{}", i, i, i);
  };
  check({url(3)});
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(belief(url(3)).state, PageState::scheduled);
  EXPECT_EQ(belief(url(3)).misses, 0);
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
}

// A search index that dropped the block must learn that it is back.
TEST_F(ChecksTest, ABlockThatComesBackIsToldThoughItIsNoise) {
  const std::string block = "<p>Rooms are free from May to June, at the usual price.";
  std::string shown = block;
  int count = 0;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<!doctype html><title>t</title><p>The house stands on the hill above the lake." +
                  shown + "<!-- " + std::to_string(++count) + " -->";
  };
  crawl();
  std::vector<std::string> told;
  for (const bool is_there : {true, false, true, false, true}) {
    shown = is_there ? block : "";
    const std::size_t before = events().size();
    check({url(3)});
    const bool is_told = events().size() > before;
    told.push_back((is_told ? "told " : "") + std::to_string(last_check(url(3)).change));
    if (!is_told) continue;
    EXPECT_EQ(events().back().kind, EventKind::changed);
    EXPECT_EQ(events().back().change, last_check(url(3)).change);
  }
  EXPECT_EQ(told.front(), "0") << "the bytes are others, the text is the same";
  for (std::size_t i = 1; i < told.size(); ++i) EXPECT_TRUE(told[i].starts_with("told")) << i;
  EXPECT_EQ(told.back(), "told 1") << "cosmetic";
}

TEST_F(ChecksTest, AnEmptyAnswerIsNoChangeButInTheEndTheEnd) {
  crawl();
  std::string type = "text/html";
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3))) return;
    answer = {};
    answer.headers = {{"Content-Type", type}};
    if (type != "text/html") answer.body = "%PDF-1.4";
  };
  const std::size_t told = events().size();
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  type = "application/pdf";
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  EXPECT_EQ(events().size(), told);
  type = "text/html";
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::gone);
  EXPECT_EQ(events().back().kind, EventKind::removed);
  bend_ = nullptr;
  check({url(3)});
  EXPECT_EQ(events().back().kind, EventKind::added);
}

TEST_F(ChecksTest, APageThatAsksNotToBeKeptIsRemovedAndComesBack) {
  bool is_hidden = false;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3)) || !is_hidden) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}, {"X-Robots-Tag", "noarchive"}};
    answer.body = "<!doctype html><title>t</title><p>Not for you.";
  };
  crawl();
  is_hidden = true;
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::gone);
  EXPECT_EQ(events().back().kind, EventKind::removed);
  auto archived = archive();
  EXPECT_EQ((*archived.catalog().find_page(page_key_of(url(3))))->snapshots, 1);
  is_hidden = false;
  check({url(3)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::back);
  EXPECT_EQ(events().back().kind, EventKind::added);
}

TEST_F(ChecksTest, ARedirectForNowIsBelievedToStayAfterAWhile) {
  int status = 302;
  std::string to = "/";
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    const bool is_meant = request.target == path_of(url(3)) || request.target == path_of(url(4));
    if (!is_meant || status == 0) return;
    answer = {};
    answer.status = status;
    answer.headers = {{"Location", to == "itself" ? request.target : to}};
  };
  status = 0;
  crawl();
  status = 302;
  for (const CheckOutcome expected :
       {CheckOutcome::failed, CheckOutcome::failed, CheckOutcome::gone}) {
    check({url(3)});
    EXPECT_EQ(last_check(url(3)).outcome, expected);
  }
  status = 301;
  to = "itself";
  check({url(4)});
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::failed) << "it leads to itself";
  to = "/";
  check({url(4)});
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::gone);
}

// The page is known, but has no copy to compare with.
TEST_F(ChecksTest, APageWithoutAGoodCopyFailsItsCheck) {
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target == path_of(url(3))) answer.status = 501;
  };
  crawl();
  check({url(3), url(4)});
  EXPECT_TRUE(unchecked_.empty());
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
}

TEST_F(ChecksTest, AnAnswerThatIsTooLongToKeepFailsItsCheck) {
  bool is_long = false;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != path_of(url(3)) || !is_long) return;
    answer.status = 200;
    answer.body = "<!doctype html><title>t</title><p>Something else.";
    answer.headers = {{"Content-Type", "text/html"}};
    answer.headers.push_back({"X-Long", std::string(kSnapshotHeadBytesMax, 'x')});
  };
  crawl();
  is_long = true;
  const std::size_t told = events().size();
  check({url(3)});
  EXPECT_TRUE(unchecked_.empty());
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::failed);
  EXPECT_EQ(events().size(), told);
}

TEST_F(ChecksTest, NewLinksOfAChangedPageAreFollowed) {
  change(3, std::chrono::hours(5));
  crawl();
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target == path_of(url(3)) && answer.status == 200)
      answer.body =
          "<!doctype html><title>t</title><p>See <a href=\"/brand-new.html\">this</a> and "
          "<a href=\"" +
          url(4) + "\">that</a>.";
    if (request.target != "/brand-new.html") return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<!doctype html><title>n</title><p>A new page.";
  };
  check({url(3)});
  const std::string made = Url::parse("/brand-new.html", *Url::parse(home()))->href().data();
  EXPECT_EQ(belief(made).state, PageState::scheduled);
  EXPECT_EQ(events().back().url, made);
  EXPECT_EQ(events().back().kind, EventKind::added);
  EXPECT_EQ(statuses(url(4)).size(), 0U) << "it is known";
}

// All its links are removed, and later one reappears.
TEST_F(ChecksTest, APageThatLosesItsLastLinkIsAnOrphanUntilItIsLinkedAgain) {
  const std::string links = "<a href=\"" + kChild + "\">child</a>";
  std::string home_links = links, other_links = links;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    const bool is_home = request.target == "/";
    if (request.target != kChild && !is_home && request.target != kOther) return;
    if (answer.status == 304) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<!doctype html><title>t</title><p>A page of its own, at " + request.target;
    if (is_home) answer.body += "<p>Home: <a href=\"" + kOther + "\">other</a> " + home_links;
    if (request.target == kOther) answer.body += "<p>Other words: " + other_links;
  };
  crawl();
  const std::string child = base() + kChild, other = base() + kOther;
  ASSERT_EQ(belief(child).state, PageState::scheduled);
  EXPECT_TRUE(orphans().empty());
  home_links = "It was moved away from here.";
  check({home()});
  EXPECT_TRUE(belief(child).unlinked.has_value()) << "a link to it was dropped";
  EXPECT_TRUE(orphans().empty()) << "the other page links to it";
  other_links = "Nothing is left of what was here before.";
  check({other});
  EXPECT_EQ(orphans(), std::vector{child});
  check({child});
  EXPECT_EQ(last_check(child).outcome, CheckOutcome::same) << "it is checked all the same";
  EXPECT_EQ(orphans(), std::vector{child});
  other_links = links;
  check({other});
  EXPECT_FALSE(belief(child).unlinked.has_value());
  EXPECT_TRUE(orphans().empty());
}

TEST_F(ChecksTest, APageWhoseOnlyLinkingPageIsGoneIsAnOrphan) {
  bool is_gone = false;
  bend_ = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
    if (request.target != kChild && request.target != "/" && request.target != kOther) return;
    answer = {};
    answer.headers = {{"Content-Type", "text/html"}};
    answer.body = "<!doctype html><title>t</title><p>A page of its own.";
    if (request.target == "/") answer.body += "<a href=\"" + kOther + "\">other</a>";
    if (request.target == kOther) answer.body += "<a href=\"" + kChild + "\">child</a>";
    if (request.target == kOther && is_gone) answer.status = 404;
  };
  crawl();
  is_gone = true;
  check({base() + kOther});
  EXPECT_EQ(orphans(), std::vector{base() + kChild});
}

TEST_F(ChecksTest, AHostThatIsDownIsProbedOnceADay) {
  crawl();
  fault_ = [](const WebRequest&) { return WebFailure::timeout; };
  Orders orders;
  orders.add(url(3));
  CrawlRunOptions options = options_;
  options.refresher = &orders;
  options.plan.patience = std::chrono::days(365);
  web_->clock.jump(kDay * 2);  // its robots.txt is stale
  const std::size_t before = web_->web.log().size();
  options.until = web_->events.tick() + std::chrono::days(10);
  ASSERT_TRUE(run_crawl(*web_, system_disk(), directory(), options).status.has_value());
  const std::size_t tried = web_->web.log().size() - before;
  EXPECT_GT(tried, 10U);
  EXPECT_LT(tried, 80U);
  EXPECT_EQ(belief(url(3)).state, PageState::scheduled);
  fault_ = nullptr;
  options.until = web_->events.tick() + std::chrono::days(3);
  ASSERT_TRUE(run_crawl(*web_, system_disk(), directory(), options).status.has_value());
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::same);
}

TEST_F(ChecksTest, AnArchiveWithoutHistoryGetsOne) {
  options_.recorder = nullptr;
  change(3, std::chrono::hours(5));
  crawl();
  options_.recorder = &recorder_;
  check({url(3), url(4)});
  EXPECT_EQ(last_check(url(3)).outcome, CheckOutcome::changed);
  EXPECT_EQ(last_check(url(4)).outcome, CheckOutcome::same);
  EXPECT_EQ(belief(url(4)).checks, 1);
}

TEST_F(ChecksTest, AClockThatJumpsBackLosesNothing) {
  crawl();
  check({url(3)}, kDay);
  check({url(3)}, -10 * kDay);
  EXPECT_EQ(statuses(url(3)).size(), 1U);
  EXPECT_EQ(archive().catalog().checks(page_key_of(url(3)), 10)->size(), 2U);
}

}  // namespace
}  // namespace freshet
