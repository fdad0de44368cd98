#include "capture/capture_book.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

Time at(std::int64_t seconds) { return Time(std::chrono::seconds(seconds)); }

class CaptureBookTest : public testing::Test {
 protected:
  CapturePage page(const std::string& path) {
    return book.add({.host = std::nullopt, .url = "https://a.example/" + path});
  }
  void visit(const std::string& path, std::int64_t time, CheckOutcome outcome = CheckOutcome::same,
             int status = 200) {
    book.observe_check(page(path), at(time), outcome, status);
  }
  CaptureTally counts(std::int64_t visited, std::int64_t revisited, std::int64_t coherent,
                      std::int64_t changed, std::int64_t unknown) {
    return {visited, revisited, coherent, changed, unknown};
  }

  CaptureBook book;
};

TEST_F(CaptureBookTest, ProvesPagesThatAreTheSameOnBothSidesOfTheInstant) {
  book.observe_first(page("new"), at(1));
  visit("same", 2);
  visit("changed", 3, CheckOutcome::changed);
  visit("gone", 4);
  EXPECT_EQ(book.tally(), counts(4, 0, 0, 0, 4));
  EXPECT_EQ(book.proven(), std::nullopt);
  book.begin_revisits(at(5));
  visit("gone", 7, CheckOutcome::gone, 404);
  visit("changed", 8, CheckOutcome::changed);
  visit("same", 9);
  EXPECT_EQ(book.tally(), counts(4, 3, 1, 2, 1));
  visit("new", 10);
  EXPECT_EQ(book.tally(), counts(4, 4, 2, 2, 0));
  EXPECT_EQ(book.proven(), (Interval{.from = at(5), .until = at(7)}));
  EXPECT_TRUE(book.gaps().empty());
  EXPECT_EQ(book.changed_pages(), (std::vector<CapturePage>{2, 3}));
}

TEST_F(CaptureBookTest, SaysWhyAPageIsUnknown) {
  for (const char* each : {"silent", "forbidden", "left out"}) visit(each, 1);
  visit("never", 1, CheckOutcome::failed, 0);
  page("waiting");
  book.begin_revisits(at(5));
  visit("silent", 6, CheckOutcome::failed, 0);
  visit("forbidden", 7, CheckOutcome::failed, 403);
  book.observe_first(page("late"), at(8));
  visit("late", 9);
  EXPECT_EQ(book.tally(), counts(3, 0, 0, 0, 6));
  const std::map<CaptureGap, std::int64_t> expected = {{CaptureGap::found_late, 1},
                                                       {CaptureGap::not_visited, 1},
                                                       {CaptureGap::not_revisited, 1},
                                                       {CaptureGap::no_answer, 2},
                                                       {CaptureGap::forbidden, 1}};
  EXPECT_EQ(book.gaps(), expected);
}

TEST_F(CaptureBookTest, CountsTheLastSightingAsTheVisitOfAFurtherRound) {
  visit("a", 1);
  visit("b", 2);
  book.begin_revisits(at(3));
  visit("b", 4, CheckOutcome::changed);
  visit("a", 5);
  book.observe_first(page("late"), at(6));
  book.begin_round();
  EXPECT_EQ(book.tally(), counts(3, 0, 0, 0, 3));
  visit("b", 7);
  book.begin_revisits(at(8));
  visit("b", 9);
  visit("late", 10);
  visit("a", 11);
  EXPECT_EQ(book.tally(), counts(3, 3, 3, 0, 0));
  EXPECT_EQ(book.sightings(), 9);
}

TEST_F(CaptureBookTest, TrustsValidatorsThatChangedWithThePage) {
  const auto after = [&](CheckOutcome outcome, const std::string& stages) {
    PageCheck check{.page = {.host = std::nullopt, .url = ""}, .time = at(1), .outcome = outcome};
    check.stages = stages;
    book.observe_validators(page("a"), check);
    return book[page("a")].has_proven_validators;
  };
  const std::string date = R"("last_modified":{"finding":"differs"})";
  EXPECT_FALSE(after(CheckOutcome::same, R"({"etag":{"finding":"same"}})"));
  EXPECT_TRUE(after(CheckOutcome::changed, "{" + date + "}"));
  EXPECT_TRUE(after(CheckOutcome::same, R"({"etag":{"finding":"same"}})"));
  EXPECT_FALSE(after(CheckOutcome::changed, R"({"etag":{"finding":"same"},)" + date + "}"))
      << "a server goes by the ETag";
  EXPECT_TRUE(after(CheckOutcome::changed, R"({"etag":{"finding":"differs"}})"));
  EXPECT_FALSE(after(CheckOutcome::changed, R"({"bytes":{"finding":"differs"}})"));
}

TEST_F(CaptureBookTest, ForgetsAFailureWhenThePageAnswers) {
  visit("a", 1);
  book.begin_revisits(at(2));
  visit("a", 3, CheckOutcome::failed, 503);
  EXPECT_EQ(book.tally().unknown, 1);
  visit("a", 9);
  EXPECT_EQ(book.tally(), counts(1, 1, 1, 0, 0));
}

}  // namespace
}  // namespace freshet
