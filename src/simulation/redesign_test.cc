// A site that is redesigned between two runs: one event tells it, not one for each page.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "catalog/open_catalog.h"
#include "practice/change_process.h"
#include "predict/shipped_first_sight.h"
#include "refresh/record.h"
#include "simulation/crawl_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

// Orders a check of each page, once a run.
class CheckAll final : public Refresher {
 public:
  explicit CheckAll(std::vector<std::string> urls) : urls_(std::move(urls)) {}
  std::vector<HostWake> choose(Time) override {
    return {{.host = *page_key_of(urls_.front()).host}};
  }
  std::optional<Time> next_choice(Time) override { return std::nullopt; }
  RefreshOrders take_orders(const Host&, Time) override {
    RefreshOrders orders;
    for (const std::string& url : urls_) orders.checks.push_back({.page = page_key_of(url)});
    urls_.resize(1);
    return orders;
  }
  void visit_ended(const Host&, const VisitEnd&, Time) override {}

 private:
  std::vector<std::string> urls_;
};

// Returns a page of the practice web in the first design of its site, or in the second. The
// paragraphs stay as they are.
std::string in_design(int design, std::string page) {
  const auto put_before = [&](std::string_view mark, const std::string& what) {
    page.insert(page.find(mark), what);
  };
  std::string frame;
  for (int i = 0; i < 12; ++i)
    frame += design == 1 ? fmt::format("<div class=box><b>Topic {0}</b><i>All of {0}</i></div>", i)
                         : fmt::format("<tr><td class=cell>Chapter {0}<td><u>See {0}</u>", i);
  if (design == 1) {
    put_before("</body>", frame);
    return page;
  }
  put_before("</body>", "<table class=grid>" + frame + "</table>");
  std::string other;
  for (std::size_t at = 0; at < page.size();) {
    const bool opens = page.compare(at, 3, "<p>") == 0;
    const bool closes = page.compare(at, 4, "</p>") == 0;
    other += opens    ? "<section class=text><blockquote>"
             : closes ? "</blockquote></section>"
                      : page.substr(at, 1);
    at += opens ? 3 : closes ? 4 : 1;
  }
  return other;
}

class RedesignTest : public testing::Test {
 protected:
  static constexpr std::uint64_t kPages = 60;

  RedesignTest() : recorder_(shipped_first_sight(CountedChanges::content), {}) {
    plan_.hosts = 1;
    plan_.pages = kPages;
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
    // Pages 5 and 40 change on the day of the redesign.
    for (const std::size_t number : {5u, 40u})
      script->pages[number] = {plan_.began + std::chrono::days(30) + std::chrono::hours(12)};
    plan_.script = script;
    options_.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    options_.plan.requisites = false;
    options_.recorder = &recorder_;
    web_ = std::make_unique<SimulatedWeb>(
        plan_, PracticeWebOptions{.bend = [this](const PracticeRequest&, Time,
                                                 PracticeAnswer& answer) { bend(answer); }});
    options_.seeds = {web_->world.first_url()};
  }

  void bend(PracticeAnswer& answer) const {
    if (answer.status != 200 || !answer.body.contains("</body>")) return;
    answer.body = in_design(design_, std::move(answer.body));
    // Validators of the content would hide the new design.
    std::erase_if(answer.headers, [](const warc::Field& field) {
      return equals_ignoring_case(field.name, "ETag") ||
             equals_ignoring_case(field.name, "Last-Modified");
    });
  }

  void run(const CrawlRunOptions& options) {
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory(), options);
    ASSERT_TRUE(done.status.has_value()) << done.status.error().message;
  }

  // Checks these pages a day later.
  void check(const std::vector<std::string>& urls) {
    web_->clock.jump(std::chrono::days(1));
    CheckAll all(urls);
    CrawlRunOptions options = options_;
    options.refresher = &all;
    run(options);
  }

  std::vector<std::string> pages() {
    std::vector<std::string> urls;
    auto opened = archive();
    EXPECT_TRUE(opened.catalog().each_page(std::nullopt, [&](const PageRow& row) {
      if (!row.key.url.ends_with("/robots.txt")) urls.push_back(row.key.url);
      return true;
    }));
    return urls;
  }

  Archive archive() { return *Archive::open(system_disk(), directory()); }
  std::string directory() { return scratch_ / "archive"; }

  // Returns the events behind those of the crawl.
  std::vector<PageEvent> news() {
    return *archive().catalog().events(static_cast<std::int64_t>(seen_), 1000);
  }
  void crawl() {
    run(options_);
    seen_ = archive().catalog().events(0, 10'000)->size();
  }
  std::string page(std::uint64_t number) {
    const auto host =
        web_->world.hosts().by_name(std::string(Url::parse(options_.seeds[0])->hostname()));
    return host->base + Site(web_->world.plan(), *host).page(number).path;
  }

  Scratch scratch_;
  WorldPlan plan_;
  CrawlRunOptions options_;
  FirstSightRecorder recorder_;
  std::unique_ptr<SimulatedWeb> web_;
  int design_ = 1;
  std::size_t seen_ = 0;
};

TEST_F(RedesignTest, IsOneEventAndNotOneForEachPage) {
  crawl();
  const std::vector<std::string> urls = pages();
  ASSERT_GE(urls.size(), kPages);
  design_ = 2;
  check(urls);

  std::set<std::string> changed;
  std::size_t redesigns = 0;
  for (const PageEvent& event : news()) {
    if (event.kind == EventKind::changed) changed.insert(event.url);
    if (event.kind != EventKind::redesigned) continue;
    ++redesigns;
    EXPECT_EQ(event.url, options_.seeds[0]) << "the home page stands for the site";
  }
  EXPECT_EQ(redesigns, 1u);
  EXPECT_EQ(changed, (std::set<std::string>{page(5), page(40)}));

  auto opened = archive();
  const auto checks = opened.catalog().checks(page_key_of(page(7)), 10);
  ASSERT_TRUE(checks && !checks->empty());
  EXPECT_EQ(checks->back().outcome, CheckOutcome::same);
  const auto templates = opened.catalog().find_templates(*page_key_of(page(7)).host);
  ASSERT_TRUE(templates && *templates);
  EXPECT_EQ((*templates)->version, 2u);
}

TEST_F(RedesignTest, IsToldOnceHoweverThePagesAreSpreadOverVisits) {
  crawl();
  const std::vector<std::string> urls = pages();
  design_ = 2;
  constexpr std::size_t kAtOnce = 4;
  for (std::size_t from = 0; from < urls.size(); from += kAtOnce)
    check({urls.begin() + static_cast<std::ptrdiff_t>(from),
           urls.begin() + static_cast<std::ptrdiff_t>(std::min(from + kAtOnce, urls.size()))});
  std::map<EventKind, std::size_t> counts;
  for (const PageEvent& event : news()) ++counts[event.kind];
  EXPECT_EQ(counts[EventKind::redesigned], 1u);
  EXPECT_EQ(counts[EventKind::changed], 2u);
}

TEST_F(RedesignTest, IsNotToldWhenPagesKeepTheirDesign) {
  crawl();
  check(pages());
  std::set<std::string> changed;
  for (const PageEvent& event : news()) {
    EXPECT_EQ(event.kind, EventKind::changed);
    changed.insert(event.url);
  }
  EXPECT_EQ(changed, (std::set<std::string>{page(5), page(40)}));
}

}  // namespace
}  // namespace freshet
