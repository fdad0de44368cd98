#include "url/ip_address.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::string ipv4(std::string_view text) {
  const auto address = parse_ipv4(text);
  if (!address) return "none";
  std::string out;
  append_ipv4(out, *address);
  return out;
}

std::string ipv6(std::string_view text) {
  const auto address = parse_ipv6(text);
  if (!address) return "none";
  std::string out;
  append_ipv6(out, *address);
  return out;
}

TEST(IpAddress, ReadsIpv4InAllItsForms) {
  EXPECT_EQ(ipv4("1.2.3.4"), "1.2.3.4");
  EXPECT_EQ(ipv4("1.2.3.4."), "1.2.3.4");
  EXPECT_EQ(ipv4("0x7f.1"), "127.0.0.1");
  EXPECT_EQ(ipv4("0377.0X.256"), "255.0.1.0");
  EXPECT_EQ(ipv4("4294967295"), "255.255.255.255");
}

TEST(IpAddress, RefusesIpv4OutOfRange) {
  for (const char* text :
       {"4294967296", "256.1.1.1", "1.2.3.256", "1.2.65536", "1.16777216", "09", "1.2.3.4.5",
        "1..2", "1.2.3.08", "0x100000000000000000001", "", ".", "a"})
    EXPECT_EQ(ipv4(text), "none") << text;
}

TEST(IpAddress, KnowsWhatMustBeAnAddress) {
  for (const char* text : {"1", "a.1", "a.09", "a.0x", "a.0xF", "a.1."})
    EXPECT_TRUE(ends_in_number(text)) << text;
  for (const char* text : {"a", "1.a", "a.1a", "a.0xg", "a.1..", "."})
    EXPECT_FALSE(ends_in_number(text)) << text;
}

// RFC 5952, 4: no leading zeros, the first longest run of zeros as "::", lower case.
TEST(IpAddress, WritesIpv6InItsShortestForm) {
  EXPECT_EQ(ipv6("2001:0DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  EXPECT_EQ(ipv6("0:0:0:0:0:0:0:0"), "::");
  EXPECT_EQ(ipv6("1:0:0:0:0:0:0:0"), "1::");
  EXPECT_EQ(ipv6("0:f:0:0:f:f:0:0"), "0:f::f:f:0:0");
  EXPECT_EQ(ipv6("1:0:2:3:4:5:6:7"), "1:0:2:3:4:5:6:7");
  EXPECT_EQ(ipv6("::1"), "::1");
  EXPECT_EQ(ipv6("1::2:3"), "1::2:3");
  EXPECT_EQ(ipv6("::ffff:1.2.3.4"), "::ffff:102:304");
}

TEST(IpAddress, RefusesIpv6ThatIsNone) {
  for (const char* text :
       {"", ":", "1", ":1", "1:", "1::2::3", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1:2:3:4:5:6:7",
        "::1.2.3", "::1.2.3.4.5", "::1.2.3.256", "::01.2.3.4", "::.1.2.3", "1:2:3:4:5:6:7:1.2.3.4",
        "::1%eth0", "1:2:3:4:5:6:7:8:"})
    EXPECT_EQ(ipv6(text), "none") << text;
}

}  // namespace
}  // namespace freshet
