#include "crawl/address_pace.h"

#include <gtest/gtest.h>

#include <vector>

namespace freshet {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

IpAddress address(const char* text) { return *IpAddress::parse(text); }

// Makes a request in zero time; returns true if it could start.
bool ask(AddressPace& pace, const char* where, Tick now, AddressPace::Terms terms) {
  AddressPace::Entry entry = pace.enter(address(where), now, terms);
  if (entry.pass) entry.pass->finish(now);
  return entry.pass.has_value();
}

TEST(AddressPaceTest, GivesOneBurstToAnAddressHoweverManyHostsAreThere) {
  AddressPace pace(1);
  int started = 0;
  for (int host = 0; host < 100; ++host)
    started += ask(pace, "192.0.2.1", seconds(1), {.delay = seconds(15), .burst = 8}) ? 1 : 0;
  EXPECT_EQ(started, 8);
  EXPECT_FALSE(ask(pace, "192.0.2.1", seconds(15), {.delay = seconds(15), .burst = 8}));
  EXPECT_TRUE(ask(pace, "192.0.2.1", seconds(16), {.delay = seconds(15), .burst = 8}));
  EXPECT_TRUE(ask(pace, "192.0.2.2", seconds(16), {.delay = seconds(15)})) << "another address";
}

TEST(AddressPaceTest, TellsWhenToAskAgain) {
  AddressPace pace(1);
  EXPECT_TRUE(ask(pace, "192.0.2.1", seconds(1), {.delay = seconds(10)}));
  EXPECT_EQ(pace.enter(address("192.0.2.1"), seconds(4), {.delay = seconds(10)}).ask_again,
            seconds(11));
  // The delay is that of the requested host.
  EXPECT_EQ(pace.enter(address("192.0.2.1"), seconds(4), {.delay = seconds(5)}).ask_again,
            seconds(6));
}

TEST(AddressPaceTest, HasOneRequestUnderWayAndCountsTheDelayFromItsEnd) {
  AddressPace pace(1);
  AddressPace::Entry first =
      pace.enter(address("192.0.2.1"), seconds(1), {.delay = seconds(2), .burst = 8});
  ASSERT_TRUE(first.pass);
  EXPECT_FALSE(ask(pace, "192.0.2.1", seconds(1), {.delay = seconds(2), .burst = 8}));
  EXPECT_FALSE(ask(pace, "192.0.2.1", seconds(60), {.delay = seconds(2), .burst = 8}));
  first.pass->finish(seconds(61));
  EXPECT_FALSE(ask(pace, "192.0.2.1", seconds(62), {.delay = seconds(2)}));
  EXPECT_TRUE(ask(pace, "192.0.2.1", seconds(63), {.delay = seconds(2)}));
}

TEST(AddressPaceTest, TakesAPassBackThatIsDropped) {
  AddressPace pace(1);
  {
    const AddressPace::Entry given_up =
        pace.enter(address("192.0.2.1"), seconds(1), {.delay = seconds(2)});
    EXPECT_TRUE(given_up.pass);
  }
  EXPECT_TRUE(ask(pace, "192.0.2.1", seconds(3), {.delay = seconds(2)}));
}

TEST(AddressPaceTest, AllowsAsManyAtOnceAsHostsMayBeVisitedThere) {
  AddressPace pace(3);
  std::vector<AddressPace::Entry> out;
  for (int i = 0; i < 3; ++i) {
    out.push_back(pace.enter(address("192.0.2.1"), seconds(1 + i), {.delay = seconds(3)}));
    EXPECT_TRUE(out.back().pass) << i;
  }
  EXPECT_FALSE(ask(pace, "192.0.2.1", seconds(9), {.delay = seconds(3)}));
  out.clear();
  EXPECT_TRUE(ask(pace, "192.0.2.1", seconds(9), {.delay = seconds(3)}));
}

TEST(AddressPaceTest, TakesANetworkOfIpv6ForOneAddress) {
  EXPECT_EQ(pace_key(address("2001:db8:1:2::3")), pace_key(address("2001:db8:1:2:ffff::9")));
  EXPECT_NE(pace_key(address("2001:db8:1:2::3")), pace_key(address("2001:db8:1:3::3")));
  EXPECT_EQ(pace_key(address("::ffff:192.0.2.1")), address("192.0.2.1"));
  EXPECT_EQ(pace_key(address("64:ff9b::c000:201")), address("192.0.2.1"));
}

TEST(AddressPaceTest, ForgetsAddressesThatWereIdleForLong) {
  AddressPace pace(1);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    auto entry = pace.enter(IpAddress::v4(i), minutes(i / 100), {.delay = seconds(1)});
    EXPECT_TRUE(entry.pass);
  }
  EXPECT_LT(pace.known(), 3000u);
  EXPECT_TRUE(ask(pace, "192.0.2.1", minutes(60), {.delay = minutes(20), .burst = 1}));
  EXPECT_FALSE(ask(pace, "192.0.2.1", minutes(61), {.delay = minutes(20), .burst = 1}));
  EXPECT_TRUE(ask(pace, "192.0.2.1", minutes(70), {.delay = minutes(20), .burst = 1}));
}

}  // namespace
}  // namespace freshet
