#include "web/address.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::string refused(const char* address, const AddressGuard& guard = {}) {
  return std::string(guard.refusal(IpAddress::parse(address).value()).value_or("allowed"));
}

TEST(IpAddressTest, IsReadInItsUsualFormOnlyAndWrittenInOne) {
  EXPECT_EQ(IpAddress::parse("192.0.2.1")->text(), "192.0.2.1");
  EXPECT_EQ(IpAddress::parse("2001:DB8:0:0::1")->text(), "2001:db8::1");
  for (const char* wrong : {"", "1.2.3", "1.2.3.4.5", "0177.0.0.1", "0x7f.0.0.1", "1.2.3.256",
                            "1..2.3", "1.2.3.", ":", "fe80::1%eth0", "[::1]", "2130706433"})
    EXPECT_FALSE(IpAddress::parse(wrong)) << wrong;
}

TEST(NetworkTest, HoldsWhatItsBitsSay) {
  const Network net = Network::parse("10.128.0.0/9").value();
  EXPECT_TRUE(net.contains(*IpAddress::parse("10.255.255.255")));
  EXPECT_FALSE(net.contains(*IpAddress::parse("10.127.255.255")));
  EXPECT_FALSE(net.contains(*IpAddress::parse("a80::")));
  EXPECT_TRUE(Network::parse("0.0.0.0/0")->contains(*IpAddress::parse("8.8.8.8")));
  EXPECT_TRUE(Network::parse("2001:db8::/33")->contains(*IpAddress::parse("2001:db8:7fff::1")));
  EXPECT_FALSE(Network::parse("2001:db8::/33")->contains(*IpAddress::parse("2001:db8:8000::1")));
  for (const char* wrong :
       {"10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8 ", "::/129", "x/8"})
    EXPECT_FALSE(Network::parse(wrong)) << wrong;
}

TEST(AddressGuardTest, RefusesWhatIsNotPublicInEveryDisguise) {
  for (const char* address : {"0.1.2.3",
                              "10.0.0.1",
                              "100.64.0.1",
                              "127.0.0.1",
                              "127.255.255.254",
                              "169.254.169.254",
                              "172.16.0.1",
                              "172.31.255.255",
                              "192.168.1.1",
                              "198.18.0.1",
                              "224.0.0.1",
                              "255.255.255.255",
                              "::",
                              "::1",
                              "fc00::1",
                              "fd12::1",
                              "fe80::1",
                              "ff02::1",
                              "::ffff:127.0.0.1",
                              "::ffff:10.0.0.1",
                              "64:ff9b::10.0.0.1",
                              "2002:a00:1::",
                              "::127.0.0.1",
                              "::ffff:0:127.0.0.1",
                              "64:ff9b:1::1",
                              "2001::1"})
    EXPECT_NE(refused(address), "allowed") << address;
  for (const char* address : {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111",
                              "64:ff9b::8.8.8.8", "::ffff:8.8.8.8", "2002:808:808::"})
    EXPECT_EQ(refused(address), "allowed") << address;
  EXPECT_EQ(refused("127.0.0.1"), "loopback");
}

TEST(AddressGuardTest, CanRefuseAllOtherNetworks) {
  const AddressGuard guard({*Network::parse("127.0.0.0/8")}, "not ours");
  const auto refusal = [&](const char* address) {
    return guard.refusal(*IpAddress::parse(address));
  };
  EXPECT_EQ(refusal("127.1.2.3"), std::nullopt);
  EXPECT_EQ(refusal("::ffff:127.0.0.1"), std::nullopt);
  EXPECT_EQ(refusal("93.184.216.34"), "not ours");
  EXPECT_EQ(refusal("2606:2800::1"), "not ours");
  EXPECT_TRUE(refusal("10.0.0.1"));
}

TEST(AddressGuardTest, AllowsTheNetworksThatItIsTold) {
  const AddressGuard guard({Network::parse("127.3.0.0/16").value()});
  EXPECT_EQ(refused("127.3.9.9", guard), "allowed");
  EXPECT_EQ(refused("::ffff:127.3.9.9", guard), "allowed");
  EXPECT_EQ(refused("127.4.0.1", guard), "loopback");
}

}  // namespace
}  // namespace freshet
