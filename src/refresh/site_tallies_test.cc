#include "refresh/site_tallies.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::days;

TEST(SiteTallies, CountPagesDaysAndChangesOfEachSite) {
  SiteTallies tallies;
  tallies.count(2, true, days(3), false);
  tallies.count(2, false, days(1), true);
  tallies.count(0, true, -days(1), true);
  EXPECT_EQ(tallies.of(2).pages, 1);
  EXPECT_EQ(tallies.of(2).days, 4);
  EXPECT_EQ(tallies.of(2).changes, 1);
  EXPECT_EQ(tallies.of(0).days, 0) << "a clock that was set back";
  EXPECT_EQ(tallies.of(9).pages, 0);
}

}  // namespace
}  // namespace freshet
