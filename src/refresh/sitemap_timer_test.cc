#include "refresh/sitemap_timer.h"

#include <gtest/gtest.h>

#include "refresh/now_test.h"

namespace freshet {
namespace {

using std::chrono::hours;

TEST(SitemapTimer, IsDueAtFirstAndThenOnceAnInterval) {
  SitemapTimer timer{hours(24)};
  EXPECT_TRUE(timer.take_due(2, kNow));
  EXPECT_FALSE(timer.take_due(2, kNow + hours(23)));
  EXPECT_TRUE(timer.take_due(1, kNow + hours(23)));
  EXPECT_TRUE(timer.take_due(2, kNow + hours(24)));
}

TEST(SitemapTimer, IsDueWhenTheClockWasSetBack) {
  SitemapTimer timer{hours(24)};
  timer.take_due(0, kNow);
  EXPECT_TRUE(timer.take_due(0, kNow - hours(1)));
}

TEST(SitemapTimer, AnIntervalOfZeroIsNever) {
  SitemapTimer timer{Duration{}};
  EXPECT_FALSE(timer.take_due(0, kNow));
}

}  // namespace
}  // namespace freshet
