#include "crawl/requisite_guard.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freshet {
namespace {

Url url_of(const std::string& path) { return *Url::parse("https://a.example" + path); }

TEST(RequisiteGuardTest, APathWhoseQueriesAllAnswerTheSameIsClosed) {
  RequisiteGuard guard(1000, false);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(guard.refusal(url_of("/pixel.gif?rnd=" + std::to_string(i))));
    guard.note(url_of("/pixel.gif?rnd=" + std::to_string(i)), 7);
  }
  EXPECT_EQ(guard.refusal(url_of("/pixel.gif?rnd=3")), DropReason::requisite_repeats);
  EXPECT_FALSE(guard.refusal(url_of("/pixel.gif")));
  EXPECT_FALSE(guard.refusal(url_of("/other.gif?rnd=3")));
}

TEST(RequisiteGuardTest, QueriesThatBringSomethingElseAreLimitedInNumberAlone) {
  RequisiteGuard guard(20, false);
  for (std::uint64_t i = 0; i < 20; ++i) {
    EXPECT_FALSE(guard.refusal(url_of("/thumb?src=" + std::to_string(i)))) << i;
    guard.note(url_of("/thumb?src=" + std::to_string(i)), i / 2);  // some are alike
  }
  EXPECT_EQ(guard.refusal(url_of("/thumb?src=20")), DropReason::too_many_queries);
}

TEST(RequisiteGuardTest, TheNextVisitKnowsWhatIsClosedAndNothingElse) {
  RequisiteGuard guard(1000, false);
  for (std::uint64_t i = 0; i < 2; ++i) guard.note(url_of("/style.css?" + std::to_string(i)), 7);
  for (std::uint64_t i = 0; i < 3; ++i) guard.note(url_of("/pixel.gif?" + std::to_string(i)), 7);
  RequisiteGuard next(1000, false);
  EXPECT_EQ(guard.paths().size(), 1U);
  for (const RequisiteGuard::Path& path : guard.paths()) next.restore(path);
  EXPECT_TRUE(next.refusal(url_of("/pixel.gif?3")));
  next.note(url_of("/style.css?2"), 7);
  EXPECT_FALSE(next.refusal(url_of("/style.css?3"))) << "versions come one at a time";
}

// A visit that checks the pages of a site, and the queries of one path that it sees.
class RequisiteVisitsTest : public testing::Test {
 protected:
  RequisiteGuard begin() const {
    RequisiteGuard guard(1000, true);
    for (const RequisiteGuard::Path& path : left_) guard.restore(path);
    return guard;
  }
  // Returns false if the path is closed.
  bool sees_new(const std::string& url, std::uint64_t answer) {
    RequisiteGuard guard = begin();
    const bool is_open = !guard.refusal(url_of(url));
    if (is_open) guard.note(url_of(url), answer);
    left_ = guard.paths();
    return is_open;
  }
  void sees_known(const std::string& url) {
    RequisiteGuard guard = begin();
    guard.note_known(url_of(url));
    left_ = guard.paths();
  }

  std::vector<RequisiteGuard::Path> left_;
};

TEST_F(RequisiteVisitsTest, APixelOfOnePageIsClosedAfterSomeVisits) {
  std::size_t asked = 0;
  for (int visit = 0; visit < 30; ++visit)
    if (sees_new("/pixel.gif?" + std::to_string(visit), 7)) ++asked;
  EXPECT_EQ(asked, kSameAnswersOfVisitsMax);
}

TEST_F(RequisiteVisitsTest, VersionsThatPagesReferToAgainAreNotClosed) {
  for (int week = 0; week < 30; ++week) {
    const std::string sheet = "/style.css?v=" + std::to_string(week);
    EXPECT_TRUE(sees_new(sheet, 7)) << "the same bytes, week " << week;
    sees_known(sheet);
  }
}

TEST_F(RequisiteVisitsTest, AnswersThatDifferAreNotClosed) {
  for (std::uint64_t visit = 0; visit < 30; ++visit)
    EXPECT_TRUE(sees_new("/style.css?v=" + std::to_string(visit), visit / 4)) << visit;
}

TEST_F(RequisiteVisitsTest, ACrawlDoesNotCountOverVisits) {
  sees_new("/style.css?v=1", 7);
  RequisiteGuard crawl(1000, false);
  for (const RequisiteGuard::Path& path : left_) crawl.restore(path);
  crawl.note(url_of("/style.css?v=1"), 7);
  EXPECT_TRUE(crawl.paths().empty());
}

TEST(RequisiteGuardTest, SoManyPathsAreHandedOn) {
  RequisiteGuard guard(1000, false);
  for (std::uint64_t path = 0; path < kRequisitePathsKept + 50; ++path)
    for (std::uint64_t i = 0; i < 3; ++i)
      guard.note(url_of("/" + std::to_string(path) + "?" + std::to_string(i)), 7);
  EXPECT_EQ(guard.paths().size(), kRequisitePathsKept);
}

}  // namespace
}  // namespace freshet
