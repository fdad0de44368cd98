#include "app/explain.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/history.h"
#include "app/small_archive_test.h"
#include "app/status.h"
#include "catalog/open_catalog.h"
#include "crawl/continuation.h"
#include "crawl/visit_report.h"

namespace freshet {
namespace {

class ExplainTest : public testing::Test {
 protected:
  // The answer of one finding; "none" if there is no such finding.
  std::string answer(const std::string& url, std::string_view name) {
    ArchiveSession session = archive.open(options);
    const auto explained = explain(session, url);
    EXPECT_TRUE(explained) << explained.error().message;
    for (const UrlFinding& finding : explained->findings)
      if (finding.name == name) return finding.answer;
    return "none";
  }

  std::string words(const std::string& url, std::string_view name) {
    ArchiveSession session = archive.open(options);
    const auto explained = explain(session, url);
    EXPECT_TRUE(explained) << explained.error().message;
    for (const UrlFinding& finding : explained->findings)
      if (finding.name == name) return finding.words;
    return "none";
  }

  // Adds a URL that waits for the visit of its host; without `via` it is a seed.
  void want(const std::string& url, const std::string& via) {
    auto writer =
        ArchiveWriter::open(system_disk(), archive.directory, archive.clock, Random(2), {});
    ASSERT_TRUE(writer) << writer.error().message;
    FrontierNews news;
    news.wanted.push_back(
        {.host = *page_key_of(url).host, .url = url, .is_page = true, .via = via});
    (*writer)->add(std::move(news));
    ASSERT_TRUE((*writer)->close());
  }

  // Ends a visit of the host, which leaves this.
  void visit(const std::string& key, const HostRelease& left) {
    auto catalog = open_catalog(system_disk(), catalog_address(archive.directory), {});
    ASSERT_TRUE(catalog) << catalog.error().message;
    const LinkCount link{.host = *Host::from_key(key), .wakes = true};
    ASSERT_TRUE((*catalog)->add_links({&link, 1}));
    ASSERT_TRUE((*catalog)->merge_links(link.host.partition()));
    const auto session = (*catalog)->open_session("test", Time::max());
    ASSERT_TRUE(session);
    const auto claims =
        (*catalog)->claim_hosts(*session, link.host.partition(), 1, archive.clock.time);
    ASSERT_TRUE(claims && claims->size() == 1);
    ASSERT_TRUE((*catalog)->release_host(claims->front().fence, left, archive.clock.time));
  }

  SmallArchive archive;
  SessionOptions options;
};

TEST_F(ExplainTest, AKeptPageHasARateAndANextCheck) {
  archive.keep(kNews, "<p>one");
  EXPECT_EQ(answer(kNews, "fetched"), "yes");
  EXPECT_NE(answer(kNews, "rate"), "none");
  EXPECT_NE(answer(kNews, "next_check"), "none");
  EXPECT_EQ(answer("a.example/news", "fetched"), "yes") << "without a scheme";
}

TEST_F(ExplainTest, CountsVersionsAsHistoryDoesAndConfirmationsApart) {
  archive.keep(kNews, "<p>one");
  EXPECT_TRUE(words(kNews, "fetched").starts_with("1 version kept, the last at "))
      << words(kNews, "fetched");
  for (const char* body : {"<p>one", "<p>two", "<p>two", "<p>one"}) {
    archive.wait(std::chrono::hours(1));
    archive.keep(kNews, body);
  }
  archive.wait(std::chrono::hours(1));
  archive.keep(kNews, "gone", "text/html", 404);
  EXPECT_TRUE(words(kNews, "fetched")
                  .starts_with("3 versions, 2 confirmations, 1 other answer kept, the last at "))
      << words(kNews, "fetched");
  ArchiveSession session = archive.open(options);
  EXPECT_EQ(page_history(session, kNews)->versions, 3u);
}

TEST_F(ExplainTest, APageThatWasConfirmedHasNoSizeOfItsOwn) {
  archive.keep(kNews, "<p>one");
  archive.wait(std::chrono::hours(1));
  archive.keep(kNews, "", "", 304);
  EXPECT_TRUE(words(kNews, "fetched").ends_with(" with status 304 (not modified)"))
      << words(kNews, "fetched");
}

TEST_F(ExplainTest, APageThatIsNotThereHasNoRate) {
  archive.keep(kNews, "<p>one");
  EXPECT_EQ(answer("https://a.example/none", "fetched"), "no");
  EXPECT_EQ(answer("https://a.example/none", "rate"), "none");
  EXPECT_EQ(answer("https://a.example/none", "in_scope"), "unknown");
  EXPECT_EQ(answer("https://a.example/none", "allowed"), "unknown");
}

TEST_F(ExplainTest, ASeedWaits) {
  archive.keep(kNews, "<p>one");
  want(kShop, "");
  EXPECT_EQ(answer(kShop, "waiting"), "seed");
  EXPECT_EQ(answer("https://b.example/sho", "waiting"), "none");
  EXPECT_EQ(answer("https://b.example/shop/", "waiting"), "none");
}

TEST_F(ExplainTest, AUrlThatAnotherHostWantsWaitsAndSaysWhereItWasFound) {
  archive.keep(kNews, "<p>one");
  want(kShop, kNews);
  for (const char* other : {"https://b.example/", "https://b.example/shoe", "https://b.example/z"})
    want(other, kHome);
  EXPECT_EQ(answer(kShop, "waiting"), "link");
  EXPECT_EQ(words(kShop, "waiting"), "waiting to be fetched: found on https://a.example/news");
}

TEST_F(ExplainTest, ALinkThatAVisitLeftWaits) {
  archive.keep(kNews, "<p>one");
  Continuation left;
  left.pending.push_back({.url = "https://a.example/next", .link = {.depth = 2}});
  left.pending.push_back({.url = "https://a.example/bad", .link = {.has_failed = true}});
  const VisitReport report{.state = VisitState::partial, .why = {.cause = VisitCause::slice_over}};
  visit("a.example",
        {.next_due = archive.clock.time, .continuation = left.text(), .report = report.json()});
  EXPECT_EQ(words("https://a.example/next", "waiting"),
            "waiting to be fetched: found on its host, 2 links from the home page");
  EXPECT_EQ(answer("https://a.example/next", "left_out"), "none");
  EXPECT_EQ(answer("https://a.example/bad", "waiting"), "failed");
  EXPECT_EQ(answer("https://a.example/never", "left_out"), "unknown")
      << "pages that were not read may link to it";
}

TEST_F(ExplainTest, NoPageLinksToAUrlThatACompleteVisitDidNotFind) {
  archive.keep(kNews, "<p>one");
  const VisitReport report{.state = VisitState::complete};
  visit("a.example", {.report = report.json()});
  EXPECT_EQ(answer("https://a.example/never", "left_out"), "no");
}

TEST_F(ExplainTest, AHostThatWasLeftOutIsParkedByItsNameServer) {
  archive.keep(kNews, "<p>one");
  VisitReport report{.state = VisitState::left_out,
                     .why = VisitReason::cut_off(DropReason::parked)};
  report.parking = ParkingNote{.name_server = "ns#.park.example", .parked = 16, .owners = 16};
  visit("p.example", {.report = report.json()});
  EXPECT_EQ(answer("p.example", "parking"), "left-out");
  EXPECT_EQ(words("p.example", "parking"),
            "its name server ns#.park.example is judged parking: 16 of 16 owners there are parked; "
            "crawl.parking = mark visits it");
  EXPECT_EQ(answer("p.example", "visit"), "left-out");
  report.state = VisitState::complete;
  report.parking->is_probe = true;
  visit("q.example", {.report = report.json()});
  EXPECT_EQ(answer("https://q.example/", "parking"), "probe");
  ArchiveSession session = archive.open();
  const auto status = crawl_status(session, 10);
  ASSERT_TRUE(status);
  const auto told = nlohmann::json::parse(to_json(*status)).at("parking");
  EXPECT_EQ(told.at("left_out"), 1);
  EXPECT_EQ(told.at("probed"), 1);
  EXPECT_EQ(told.at("name_servers").at(0).at("name_server"), "ns#.park.example");
  EXPECT_EQ(told.at("name_servers").at(0).at("left_out"), 1);
}

TEST_F(ExplainTest, ReadsRobotsTxtAsItWasKept) {
  archive.keep(kNews, "<p>one");
  archive.keep("https://a.example/robots.txt", "User-agent: *\nDisallow: /private\n", "text/plain");
  EXPECT_EQ(answer(kNews, "allowed"), "yes");
  EXPECT_EQ(answer("https://a.example/private/x", "allowed"), "no");
}

TEST_F(ExplainTest, KnowsTrapsAndNormalForms) {
  archive.keep(kNews, "<p>one");
  options.plan.traps.url_bytes = 40;
  EXPECT_EQ(answer("https://a.example/" + std::string(100, 'x'), "trap"), "yes");
  EXPECT_EQ(answer("https://a.example/news#top", "url"), kNews);
}

TEST_F(ExplainTest, RefusesWhatIsNoUrlOfTheWeb) {
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  for (const char* text : {"a b", "ftp://a.example/", "mailto:me@example.com"}) {
    const auto explained = explain(session, text);
    ASSERT_FALSE(explained) << text;
    EXPECT_EQ(explained.error().code, Errc::invalid);
  }
}

TEST_F(ExplainTest, JsonHasEveryFinding) {
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  const auto explained = explain(session, kNews);
  ASSERT_TRUE(explained);
  const auto object = nlohmann::json::parse(to_json(*explained));
  EXPECT_EQ(object.at("url"), kNews);
  EXPECT_EQ(object.at("findings").size(), explained->findings.size());
  EXPECT_EQ(object.at("findings").at(0).at("name"), "fetched");
}

}  // namespace
}  // namespace freshet
