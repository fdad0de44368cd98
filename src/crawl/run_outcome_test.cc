#include "crawl/run_outcome.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "crawl/crawl_record.h"

namespace freshet {
namespace {

TEST(RunOutcome, HasACodeAndASentenceForEachCause) {
  std::set<std::string> codes, sentences;
  for (std::size_t i = 1; i < kRunCauses; ++i) {
    const auto cause = static_cast<RunCause>(i);
    codes.emplace(code_of(cause));
    sentences.insert(RunOutcome{.cause = cause}.sentence());
  }
  EXPECT_EQ(codes.size(), kRunCauses - 1);
  EXPECT_EQ(sentences.size(), kRunCauses - 1);
  EXPECT_FALSE(codes.contains("") || sentences.contains("")) << "each has one";
}

TEST(RunOutcome, IsStoredByItsCode) {
  for (std::size_t i = 1; i < kRunCauses; ++i) {
    CrawlRecord record;
    record.outcome = {.cause = static_cast<RunCause>(i)};
    EXPECT_NE(record.json().find(code_of(record.outcome.cause)), std::string::npos);
    EXPECT_EQ(record.json().find(record.outcome.sentence()), std::string::npos);
    EXPECT_EQ(CrawlRecord::from_json(record.json()).outcome, record.outcome);
  }
}

TEST(RunOutcome, ReadsTheSentencesOfEarlierVersions) {
  for (const auto& [sentence, cause] :
       {std::pair{"nothing is left to do", RunCause::nothing_left},
        std::pair{"the limit of pages is reached", RunCause::page_limit},
        std::pair{"the limit of bytes is reached", RunCause::byte_limit},
        std::pair{"the limit of time is reached", RunCause::time_limit},
        std::pair{"it was told to stop", RunCause::told_to_stop},
        std::pair{"nobody reads the events any more", RunCause::nobody_listens}})
    EXPECT_EQ(
        CrawlRecord::from_json(std::string(R"({"outcome":")") + sentence + R"("})").outcome.cause,
        cause);
}

TEST(RunOutcome, KeepsTheOutcomesOfOtherVersions) {
  const CrawlRecord read = CrawlRecord::from_json(R"({"outcome":"a comet fell"})");
  EXPECT_EQ(read.outcome.cause, RunCause::unknown);
  EXPECT_EQ(read.outcome.sentence(), "a comet fell");
  EXPECT_EQ(CrawlRecord::from_json(read.json()).outcome, read.outcome);
  EXPECT_TRUE(CrawlRecord::from_json("{}").outcome.is_empty());
}

}  // namespace
}  // namespace freshet
