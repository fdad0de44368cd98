#include "crawl/visit_reason.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "crawl/visit_report.h"

namespace freshet {
namespace {

TEST(VisitReason, HasACodeAndASentenceForEachCause) {
  std::set<std::string> codes, sentences;
  for (std::size_t i = 1; i < kVisitCauses; ++i) {
    const auto cause = static_cast<VisitCause>(i);
    codes.emplace(code_of(cause));
    sentences.insert(VisitReason{.cause = cause, .count = 2, .detail = "page-limit"}.sentence());
  }
  EXPECT_EQ(codes.size(), kVisitCauses - 1);
  EXPECT_EQ(sentences.size(), kVisitCauses - 1);
  EXPECT_FALSE(codes.contains("")) << "each has one";
}

TEST(VisitReason, SaysWhatItKnows) {
  EXPECT_EQ(VisitReason::cut_off(DropReason::page_limit).sentence(), "the page limit is reached");
  EXPECT_EQ((VisitReason{.cause = VisitCause::urls_failed, .count = 1}.sentence()), "1 URL failed");
  EXPECT_EQ((VisitReason{.cause = VisitCause::robots_unavailable, .detail = "timeout"}.sentence()),
            "its robots.txt cannot be fetched (timeout)");
}

TEST(VisitReason, IsStoredByItsCode) {
  for (std::size_t i = 1; i < kVisitCauses; ++i) {
    VisitReport report;
    report.why = {.cause = static_cast<VisitCause>(i), .count = 7, .detail = "a \"detail\""};
    const auto read = VisitReport::from_json(report.json());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->why, report.why);
  }
}

TEST(VisitReason, ReadsTheSentencesOfEarlierVersions) {
  const auto complete = VisitReport::from_json(R"({"state":"complete","why":"nothing is left"})");
  EXPECT_EQ(complete->why, VisitReason{.cause = VisitCause::nothing_left});
  const auto failed = VisitReport::from_json(R"({"state":"failed","why":"3 URLs failed"})");
  EXPECT_EQ(failed->why.cause, VisitCause::unknown);
  EXPECT_EQ(failed->why.sentence(), "3 URLs failed");
}

}  // namespace
}  // namespace freshet
