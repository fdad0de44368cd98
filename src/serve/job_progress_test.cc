#include "serve/job_progress.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

const Host kA = *Host::from_key("a.example");
const Host kB = *Host::from_key("b.example");

VisitEnd visit(std::uint64_t pages, std::optional<Time> due = {},
               VisitState state = VisitState::complete) {
  VisitEnd end{.due = due, .pages = pages};
  end.report.state = state;
  return end;
}

TEST(JobProgress, ACrawlEndsWhereNothingIsToBeVisited) {
  const Time noon{std::chrono::hours(12)};
  JobProgress crawl({.id = 1});
  crawl.add_host(kA);
  crawl.add_host(kB);
  EXPECT_TRUE(crawl.unvisited_since(noon).empty()) << "the seeds are not known yet";
  crawl.seeds_are_known(kA, noon);
  crawl.seeds_are_known(kB, noon);
  crawl.visit_began(kB);
  EXPECT_TRUE(crawl.unvisited_since(noon).empty());
  EXPECT_EQ(crawl.unvisited_since(noon + Duration(1)), std::vector<std::string>{"a.example"});
  crawl.has_nothing_to_visit("a.example");
  crawl.visit_ended(kB, visit(2));
  EXPECT_TRUE(crawl.is_done());
  EXPECT_EQ(crawl.outcome(), "2 pages fetched; a.example: nothing is new there");
}

TEST(JobProgress, ACrawlEndsWithTheVisitsThatKnewItsSeeds) {
  JobProgress crawl({.id = 1});
  crawl.add_host(kA);
  crawl.add_host(kB);
  crawl.visit_began(kA);
  crawl.visit_ended(kA, visit(5));
  EXPECT_EQ(crawl.words(), "2 hosts to be visited, 0 pages") << "it began before the seeds";
  crawl.seeds_are_known(kA, Time{});
  crawl.seeds_are_known(kB, Time{});
  crawl.visit_began(kA);
  crawl.visit_began(kB);
  crawl.visit_ended(kA, visit(3, Time{}));
  EXPECT_EQ(crawl.words(), "2 hosts to be visited, 3 pages") << "a.example goes on";
  crawl.visit_ended(kA, visit(2));
  EXPECT_FALSE(crawl.is_done());
  VisitEnd failed = visit(0, Time{}, VisitState::partial);
  failed.has_failed = true;
  failed.report.why = {.cause = VisitCause::robots_unavailable};
  crawl.visit_ended(kB, failed);
  EXPECT_TRUE(crawl.is_done());
  EXPECT_EQ(crawl.outcome(), "5 pages fetched; b.example: " + failed.report.why.sentence());
}

TEST(JobProgress, ARefreshEndsWithTheLastOfItsPages) {
  JobProgress refresh({.id = 1, .order = {.kind = JobKind::refresh}});
  refresh.add_page("https://a.example/");
  refresh.add_page("https://a.example/b");
  refresh.add_note("https://c.example/ is not in the archive; crawl it");
  refresh.page_checked("https://a.example/other", true);
  refresh.page_checked("https://a.example/", true);
  refresh.page_checked("https://a.example/", true);
  EXPECT_EQ(refresh.words(), "1 of 2 pages checked");
  refresh.page_checked("https://a.example/b", false);
  EXPECT_TRUE(refresh.is_done());
  EXPECT_EQ(refresh.outcome(),
            "1 page checked, 1 without answer; https://c.example/ is not in the archive; crawl it");
}

}  // namespace
}  // namespace freshet
