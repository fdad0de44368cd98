#include "crawl/continuation.h"

#include <gtest/gtest.h>

#include "crawl/traffic.h"
#include "crawl/visit_report.h"

namespace freshet {
namespace {

TEST(ContinuationTest, SaysTheSameWhenItIsReadAgain) {
  Continuation made{.made = *parse_time("2026-01-02T03:04:05.000006"),
                    .pages = 7,
                    .failed_visits = 1,
                    .are_lengths_wrong = true};
  made.robots_down["http://h.example"] = made.made;
  made.pending.push_back(
      {.url = "http://h.example/a b", .link = {.depth = 3, .redirects = 1, .tries = 2}});
  made.pending.push_back(
      {.url = "http://h.example/s.xml", .link = {.use = LinkUse::sitemap, .is_wanted = true}});
  made.requisite_paths = {
      {.path = "http://h.example/p.gif", .queries = 9, .same = 3, .last = 1234567890123456789U}};
  made.pending.push_back({.url = "http://h.example/f", .link = {.has_failed = true}});
  made.unread = {3, 18'446'744'073'709'551'615U};
  made.wants_probe = true;
  made.nested_left = 12;
  const Continuation read = Continuation::parse(made.text());
  EXPECT_EQ(read.text(), made.text());
  EXPECT_EQ(read.unread, made.unread);
  EXPECT_TRUE(read.wants_probe);
  EXPECT_FALSE(read.has_probed);
  ASSERT_EQ(read.requisite_paths.size(), 1U);
  EXPECT_EQ(read.requisite_paths[0].path, "http://h.example/p.gif");
  EXPECT_EQ(read.requisite_paths[0].last, 1234567890123456789U);
  EXPECT_EQ(read.nested_left, 12U);
  EXPECT_EQ(read.pages, 7U);
  EXPECT_TRUE(read.are_lengths_wrong);
  EXPECT_EQ(read.made, made.made);
  EXPECT_EQ(read.robots_down, made.robots_down);
  ASSERT_EQ(read.pending.size(), 3U);
  EXPECT_TRUE(read.pending[2].link.has_failed);
  EXPECT_FALSE(read.pending[1].link.has_failed);
  EXPECT_EQ(read.pending[0].url, "http://h.example/a b");
  EXPECT_EQ(read.pending[0].link.tries, 2);
  EXPECT_TRUE(read.pending[1].link.is_wanted);
}

TEST(ContinuationTest, ItsHeadIsAllButTheUrls) {
  const Continuation made{.crawl = 3,
                          .made = Time{},
                          .failed_visits = 2,
                          .wanted_after = "http://h.example/r s",
                          .pending = {{"http://h.example/", {}}}};
  EXPECT_EQ(Continuation::parse(made.text()).wanted_after, "http://h.example/r s");
  const Continuation head = Continuation::parse_head(made.text());
  EXPECT_EQ(head.crawl, 3);
  EXPECT_EQ(head.failed_visits, 2);
  EXPECT_EQ(head.wanted_after, "http://h.example/r s");
  EXPECT_TRUE(head.pending.empty());
}

TEST(ContinuationTest, WhatIsNoneIsAsIfThereWereNone) {
  const std::string good =
      Continuation{.made = Time{}, .pages = 7, .pending = {{"http://h.example/", {}}}}.text();
  for (const std::string& bad :
       {std::string(), std::string("freshet-visit 2 0 0 0 0 0\n"), std::string("freshet-visit 1 x"),
        good + "q 0 0 0 0 http://h.example/\n", good + "p 0 0\n", good + "p 0 0 0 0 \n"}) {
    const Continuation read = Continuation::parse(bad);
    EXPECT_EQ(read.pages, 0U) << bad;
    EXPECT_TRUE(read.pending.empty()) << bad;
  }
  for (std::size_t length = 0; length < good.size(); ++length)
    static_cast<void>(Continuation::parse(good.substr(0, length)));
}

TEST(VisitReportTest, SaysTheSameWhenItIsReadAgain) {
  VisitReport report{.state = VisitState::partial,
                     .why = {.detail = "a \"reason\""},
                     .pages = 3,
                     .bytes = 1'000'000'000'000};
  report.home_sketch = 0xfedcba9876543210;
  report.drop(DropReason::robots, "http://a.test/no");
  report.statuses = {{200, 3}, {404, 1}};
  report.drop(DropReason::robots);
  const auto read = VisitReport::from_json(report.json());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->json(), report.json());
  EXPECT_EQ(read->home_sketch, report.home_sketch);
  EXPECT_EQ(read->dropped.at(DropReason::robots), 2U);
  EXPECT_EQ(read->statuses, report.statuses);
  EXPECT_EQ(read->examples, report.examples);
  EXPECT_FALSE(read->parking);
  EXPECT_FALSE(VisitReport::from_json("no json"));
  EXPECT_FALSE(VisitReport::from_json("[1]"));
  EXPECT_TRUE(VisitReport::from_json(R"({"pages": -1, "dropped": 7})"));
}

TEST(VisitReportTest, KeepsTheVerdictOnItsNameServer) {
  VisitReport report{.state = VisitState::left_out,
                     .why = VisitReason::cut_off(DropReason::parked)};
  report.parking = ParkingNote{.name_server = "ns#.a.test",
                               .parked = 16,
                               .owners = 17,
                               .confidence = 0.96,
                               .is_probe = true};
  const auto read = VisitReport::from_json(report.json());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->state, VisitState::left_out);
  EXPECT_EQ(read->parking, report.parking);
  EXPECT_EQ(read->why.sentence(), "its name server is judged parking (crawl.parking)");
  EXPECT_FALSE(VisitReport::from_json(R"({"parking": 7})")->parking);
  EXPECT_TRUE(VisitReport::from_json(R"({"parking": {"parked": -1, "name_server": 3}})")->parking);
}

TEST(TrafficTest, HoldsBackUntilWhatCameIsPaidFor) {
  Traffic traffic(1000);
  EXPECT_EQ(traffic.next_start(std::chrono::seconds(5)), Tick(std::chrono::seconds(5)));
  traffic.received(std::chrono::seconds(5), 3000);
  EXPECT_EQ(traffic.next_start(std::chrono::seconds(5)), Tick(std::chrono::seconds(8)));
  EXPECT_EQ(traffic.next_start(std::chrono::seconds(9)), Tick(std::chrono::seconds(9)));
  traffic.halt(true);
  EXPECT_GT(traffic.next_start(std::chrono::seconds(9)), Tick(std::chrono::seconds(9)));
  traffic.halt(false);
  EXPECT_EQ(traffic.next_start(std::chrono::seconds(9)), Tick(std::chrono::seconds(9)));
}

}  // namespace
}  // namespace freshet
