#include "crawl/turns.h"

#include <gtest/gtest.h>

#include <limits>

namespace freshet {
namespace {

TEST(TurnsTest, FewerTurnsComeFirstHoweverMuchWaits) {
  EXPECT_GT(score_after(0, 1), score_after(1, 1'000'000));
  EXPECT_GT(score_after(1, 1), score_after(2, 1'000'000));
  EXPECT_GT(score_after(1, 7), score_after(1, 6));
  EXPECT_GT(score_after(1, 1), score_after(2, std::numeric_limits<std::int64_t>::max()));
}

TEST(TurnsTest, ASlotAheadIsNotReachedByLinks) {
  for (const std::int64_t turns : {0, 1, 2, 1000}) {
    EXPECT_EQ(turns_of(score_after(turns, 0)), turns);
    EXPECT_EQ(turns_of(score_after(turns, 1'000'000) + 1'000'000'000), turns);
  }
  EXPECT_EQ(turns_of(std::numeric_limits<std::int64_t>::max()), 0);
  EXPECT_EQ(turns_of(-std::numeric_limits<std::int64_t>::max() / 2), kTurnsMax);
  EXPECT_GT(score_after(kTurnsMax + 1, 1), std::numeric_limits<std::int64_t>::min() / 2);
}

}  // namespace
}  // namespace freshet
