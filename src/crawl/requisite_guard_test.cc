#include "crawl/requisite_guard.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

Url url_of(const std::string& path) { return *Url::parse("https://a.example" + path); }

TEST(RequisiteGuardTest, APathWhoseQueriesAllAnswerTheSameIsClosed) {
  RequisiteGuard guard(1000);
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(guard.refusal(url_of("/pixel.gif?rnd=" + std::to_string(i))));
    guard.note(url_of("/pixel.gif?rnd=" + std::to_string(i)), 7);
  }
  EXPECT_EQ(guard.refusal(url_of("/pixel.gif?rnd=3")), DropReason::requisite_repeats);
  EXPECT_FALSE(guard.refusal(url_of("/pixel.gif")));
  EXPECT_FALSE(guard.refusal(url_of("/other.gif?rnd=3")));
}

TEST(RequisiteGuardTest, QueriesThatBringSomethingElseAreLimitedInNumberAlone) {
  RequisiteGuard guard(20);
  for (std::uint64_t i = 0; i < 20; ++i) {
    EXPECT_FALSE(guard.refusal(url_of("/thumb?src=" + std::to_string(i)))) << i;
    guard.note(url_of("/thumb?src=" + std::to_string(i)), i / 2);  // some are alike
  }
  EXPECT_EQ(guard.refusal(url_of("/thumb?src=20")), DropReason::too_many_queries);
}

TEST(RequisiteGuardTest, TheNextVisitKnowsWhatIsClosedAndNothingElse) {
  RequisiteGuard guard(1000);
  for (std::uint64_t i = 0; i < 2; ++i) guard.note(url_of("/style.css?" + std::to_string(i)), 7);
  for (std::uint64_t i = 0; i < 3; ++i) guard.note(url_of("/pixel.gif?" + std::to_string(i)), 7);
  RequisiteGuard next(1000);
  EXPECT_EQ(guard.paths().size(), 1U);
  for (const RequisiteGuard::Path& path : guard.paths()) next.restore(path);
  EXPECT_TRUE(next.refusal(url_of("/pixel.gif?3")));
  next.note(url_of("/style.css?2"), 7);
  EXPECT_FALSE(next.refusal(url_of("/style.css?3"))) << "versions come one at a time";
}

TEST(RequisiteGuardTest, SoManyPathsAreHandedOn) {
  RequisiteGuard guard(1000);
  for (std::uint64_t path = 0; path < kRequisitePathsKept + 50; ++path)
    for (std::uint64_t i = 0; i < 3; ++i)
      guard.note(url_of("/" + std::to_string(path) + "?" + std::to_string(i)), 7);
  EXPECT_EQ(guard.paths().size(), kRequisitePathsKept);
}

}  // namespace
}  // namespace freshet
