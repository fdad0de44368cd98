#include "registry/login_throttle.h"

#include <gtest/gtest.h>

#include "testkit/hand_clock.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class LoginThrottleTest : public testing::Test {
 protected:
  // Returns the seconds to wait.
  std::int64_t attempt(std::string_view account, std::string_view address) {
    return std::chrono::ceil<seconds>(throttle.admit(account, address, clock.now())).count();
  }
  void later(Duration by) { clock.time += by; }

  LoginThrottle throttle;
  HandClock clock;
};

TEST_F(LoginThrottleTest, LetsAPersonMistypeFiveTimes) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(attempt("ann", "192.0.2.1"), 0);
  EXPECT_EQ(attempt("ann", "192.0.2.1"), 1);
}

TEST_F(LoginThrottleTest, DoublesTheWaitOfAnAccountUpToHalfAMinute) {
  for (int i = 0; i < 5; ++i) attempt("ann", "192.0.2.1");
  for (const std::int64_t wait : {1, 2, 4, 8, 16, 30, 30, 30}) {
    EXPECT_EQ(attempt("ann", "192.0.2.1"), wait);
    later(seconds(wait) - Duration{1});
    EXPECT_EQ(attempt("ann", "192.0.2.1"), 1) << "a moment too early";
    later(Duration{1});
    EXPECT_EQ(attempt("ann", "192.0.2.1"), 0);
  }
}

TEST_F(LoginThrottleTest, CountsAnAccountFromAllAddressesAndInAnyCase) {
  for (int i = 0; i < 5; ++i) attempt(i % 2 == 0 ? "ann" : "ANN", "192.0.2." + std::to_string(i));
  EXPECT_EQ(attempt("Ann", "198.51.100.1"), 1);
  EXPECT_EQ(attempt("bob", "198.51.100.1"), 0);
}

TEST_F(LoginThrottleTest, CountsAnAddressOverAllAccounts) {
  for (int i = 0; i < 20; ++i) EXPECT_EQ(attempt("name " + std::to_string(i), "192.0.2.1"), 0);
  EXPECT_EQ(attempt("another", "192.0.2.1"), 1);
  EXPECT_EQ(attempt("another", "192.0.2.2"), 0);
}

TEST_F(LoginThrottleTest, MakesAnAddressWaitForAQuarterOfAnHourAtMost) {
  std::int64_t longest = 0;
  for (int i = 0; i < 40; ++i) {
    const std::int64_t wait = attempt("name " + std::to_string(i), "192.0.2.1");
    longest = std::max(longest, wait);
    later(seconds(wait));
    if (wait > 0) {
      EXPECT_EQ(attempt("name " + std::to_string(i), "192.0.2.1"), 0);
    }
  }
  EXPECT_EQ(longest, 900);
}

TEST_F(LoginThrottleTest, TakesTheNetworkOfAnIpv6ClientForOne) {
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("::ffff:192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(network_of("192.0.2.1"), "192.0.2.1");
  for (int i = 0; i < 20; ++i)
    attempt("name " + std::to_string(i), "2001:db8::" + std::to_string(i + 1));
  EXPECT_EQ(attempt("another", "2001:db8::ffff"), 1);
}

TEST_F(LoginThrottleTest, CountsAttemptsThatAreMadeAtTheSameTime) {
  int admitted = 0;
  for (int i = 0; i < 100; ++i) admitted += attempt("ann", "192.0.2.1") == 0 ? 1 : 0;
  EXPECT_EQ(admitted, 5);
}

TEST_F(LoginThrottleTest, StartsAnAccountAnewAfterSuccessButNotItsAddress) {
  for (int i = 0; i < 5; ++i) attempt("ann", "192.0.2.1");
  throttle.succeeded("ann", "192.0.2.1");
  for (int i = 0; i < 5; ++i) EXPECT_EQ(attempt("ann", "192.0.2.1"), 0);
  for (int i = 0; i < 11; ++i) attempt("x" + std::to_string(i), "192.0.2.1");
  EXPECT_EQ(attempt("another", "192.0.2.1"), 1)
      << "somebody with an account cannot guess others for ever";
}

TEST_F(LoginThrottleTest, ForgetsAfterADay) {
  for (int i = 0; i < 8; ++i) attempt("ann", "192.0.2.1");
  later(hours(25));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(attempt("ann", "192.0.2.1"), 0);
}

TEST_F(LoginThrottleTest, DoesNotWaitForAClockThatWasAhead) {
  later(hours(24 * 365));
  for (int i = 0; i < 8; ++i) attempt("ann", "192.0.2.1");
  later(hours(-24 * 365));
  EXPECT_EQ(attempt("ann", "192.0.2.1"), 0);
}

TEST_F(LoginThrottleTest, KeepsABoundedNumberOfNames) {
  for (std::size_t i = 0; i < kThrottledMax + 1000; ++i) {
    later(std::chrono::milliseconds(1));
    attempt(std::to_string(i), "10." + std::to_string(i / 65536) + "." +
                                   std::to_string(i / 256 % 256) + "." + std::to_string(i % 256));
  }
  EXPECT_EQ(throttle.size(), 2 * kThrottledMax);
}

}  // namespace
}  // namespace freshet
