#include "store/reported_change.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::days, std::chrono::minutes;
const Time kSeen = Time{} + days(20'000);

TEST(ToldChangeTest, TakesADateThatLiesBack) {
  EXPECT_EQ(reported_change(kSeen - minutes(6), kSeen), kSeen - minutes(6));
  EXPECT_EQ(reported_change(kSeen - days(300), kSeen), kSeen - days(300));
}

TEST(ToldChangeTest, TakesNoDateThatIsNowOrToCome) {
  EXPECT_EQ(reported_change(std::nullopt, kSeen), std::nullopt);
  EXPECT_EQ(reported_change(kSeen - minutes(4), kSeen), std::nullopt);
  EXPECT_EQ(reported_change(kSeen + days(1), kSeen), std::nullopt);
}

TEST(ToldChangeTest, CountsLongAgoAsAYear) {
  EXPECT_EQ(reported_change(Time{}, kSeen), kSeen - days(365));
}

}  // namespace
}  // namespace freshet
