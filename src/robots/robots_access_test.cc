#include "robots/robots_access.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::seconds;

// RFC 9309, section 2.3.1.1.
TEST(RobotsAccess, ReadsWhatWasDelivered) {
  EXPECT_EQ(robots_access({.status = 200}), RobotsAccess::read_body);
  EXPECT_EQ(robots_access({.status = 204}), RobotsAccess::read_body);
  EXPECT_EQ(robots_access({.status = 304}), RobotsAccess::keep_copy);
}

// Section 2.3.1.2.
TEST(RobotsAccess, FollowsFiveRedirectsAndThenTakesItAsUnavailable) {
  EXPECT_EQ(robots_access({.status = 301}), RobotsAccess::follow_redirect);
  EXPECT_EQ(robots_access({.status = 308, .redirects_followed = 4}), RobotsAccess::follow_redirect);
  EXPECT_EQ(robots_access({.status = 302, .redirects_followed = 5}), RobotsAccess::allow_all);
  EXPECT_EQ(robots_access({.status = 200, .redirects_followed = 5}), RobotsAccess::read_body);
}

// Section 2.3.1.3.
TEST(RobotsAccess, AllowsEverythingWhereThereIsNone) {
  for (const int status : {400, 401, 403, 404, 410, 451, 499})
    EXPECT_EQ(robots_access({.status = status}), RobotsAccess::allow_all) << status;
}

// Section 2.3.1.4.
TEST(RobotsAccess, AllowsNothingWhileItCannotBeHad) {
  for (const int status : {500, 503, 599, 0, 100, 999, -1})
    EXPECT_EQ(robots_access({.status = status}), RobotsAccess::disallow_all) << status;
  EXPECT_EQ(robots_access({}), RobotsAccess::disallow_all);
}

TEST(RobotsAccess, TakesARequestToSlowDownAsUnreachable) {
  EXPECT_EQ(robots_access({.status = 429}), RobotsAccess::disallow_all);
}

TEST(RobotsAccess, GivesUpOnAnUnreachableOneAfterThirtyDays) {
  const seconds month = days(30);
  EXPECT_EQ(robots_access({.unreachable_for = month - seconds(1)}), RobotsAccess::disallow_all);
  EXPECT_EQ(robots_access({.unreachable_for = month}), RobotsAccess::allow_all);
  EXPECT_EQ(robots_access({.status = 503, .unreachable_for = month}), RobotsAccess::allow_all);
}

}  // namespace
}  // namespace freshet
