#include "crawl/drop_reason.h"

#include <gtest/gtest.h>

#include <set>

#include "crawl/continuation.h"
#include "crawl/visit_report.h"

namespace freshet {
namespace {

TEST(DropReasonTest, HasItsOwnCodeAndSentence) {
  std::set<std::string_view> codes;
  std::set<std::string_view> sentences;
  for (std::size_t i = 0; i < kDropReasons; ++i) {
    const auto reason = static_cast<DropReason>(i);
    EXPECT_TRUE(codes.insert(code_of(reason)).second) << code_of(reason);
    EXPECT_TRUE(sentences.insert(sentence_of(reason)).second) << sentence_of(reason);
    EXPECT_EQ(read_drop_reason(code_of(reason)), reason);
    EXPECT_EQ(code_of(reason).find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789"),
              std::string_view::npos);
  }
}

TEST(DropReasonTest, ReadsTheSentencesThatEarlierVersionsStored) {
  EXPECT_EQ(read_drop_reason("robots.txt forbids it"), DropReason::robots);
  EXPECT_EQ(read_drop_reason("hosts send us to and fro"), DropReason::redirects_between_hosts);
  EXPECT_EQ(read_drop_reason("the page asks not to be kept"), DropReason::noindex);
  const auto report = VisitReport::from_json(R"({"dropped": {"its URL is too long": 3}})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->dropped, (DropCounts{{DropReason::url_too_long, 3}}));
  const Continuation read =
      Continuation::parse("freshet-visit 1 1 7 0 0 0 0 0\nc 0 0 0\nd 5 it is too deep\n");
  EXPECT_EQ(read.crawl, 7);
  EXPECT_EQ(read.dropped, (DropCounts{{DropReason::too_deep, 5}}));
}

TEST(DropReasonTest, TakesWhatItDoesNotKnowForAnotherReason) {
  EXPECT_EQ(read_drop_reason("made-by-a-later-version"), DropReason::other);
  EXPECT_EQ(read_drop_reason(""), DropReason::other);
  const auto report = VisitReport::from_json(R"({"dropped": {"x": 1, "y": 2}})");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->dropped, (DropCounts{{DropReason::other, 3}}));
}

TEST(DropReasonTest, CountsSurviveBeingStored) {
  VisitReport report;
  report.drop(DropReason::robots);
  report.drop(DropReason::robots);
  report.drop(DropReason::page_limit);
  EXPECT_EQ(VisitReport::from_json(report.json())->dropped, report.dropped);
  Continuation left;
  left.dropped = report.dropped;
  left.statuses = {{200, 7}};
  left.examples = {{DropReason::robots, {"http://a.test/a b", "http://a.test/c"}}};
  const Continuation read = Continuation::parse(left.text());
  EXPECT_EQ(read.dropped, report.dropped);
  EXPECT_EQ(read.statuses, left.statuses);
  EXPECT_EQ(read.examples, left.examples);
}

TEST(DropReasonTest, KeepsAFewExamples) {
  VisitReport report;
  for (int i = 0; i < 100; ++i)
    report.drop(DropReason::calendar, "http://a.test/" + std::to_string(i));
  report.drop(DropReason::too_deep, "http://a.test/" + std::string(1000, 'x'));
  EXPECT_EQ(report.dropped.at(DropReason::calendar), 100u);
  EXPECT_EQ(report.examples.at(DropReason::calendar).size(), kDropExamplesMax);
  EXPECT_FALSE(report.examples.contains(DropReason::too_deep));
}

TEST(DropReasonTest, FindsTheMostFrequentOfAKind) {
  const DropCounts dropped = {{DropReason::robots, 9},
                              {DropReason::too_deep, 2},
                              {DropReason::calendar, 4},
                              {DropReason::failed, 1}};
  EXPECT_EQ(most_frequent(dropped, DropKind::limit), DropReason::calendar);
  EXPECT_EQ(most_frequent(dropped, DropKind::failure), DropReason::failed);
  EXPECT_EQ(most_frequent({}, DropKind::limit), std::nullopt);
}

}  // namespace
}  // namespace freshet
