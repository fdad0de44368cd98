#include "url/host.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::string host(std::string_view url) {
  const auto host = Host::of(Url::parse(url).value());
  return host ? std::string(host->key()) : "none";
}

TEST(Host, IsOneForHttpAndHttps) {
  EXPECT_EQ(host("http://example.com/a"), "example.com");
  EXPECT_EQ(host("https://example.com/b"), "example.com");
  EXPECT_EQ(host("https://me:secret@EXAMPLE.com:443/"), "example.com");
}

TEST(Host, DoesNotTellPort80From443) {
  EXPECT_EQ(host("http://example.com:443/"), "example.com");
  EXPECT_EQ(host("https://example.com:80/"), "example.com");
}

TEST(Host, IsAnotherOnAnotherPort) {
  EXPECT_EQ(host("http://example.com:8080/"), "example.com:8080");
  EXPECT_EQ(host("https://example.com:8080/"), "example.com:8080");
}

TEST(Host, IsAnotherWithWww) { EXPECT_EQ(host("http://www.example.com/"), "www.example.com"); }

TEST(Host, HasNoFinalDot) {
  EXPECT_EQ(host("http://example.com./"), "example.com");
  EXPECT_EQ(host("http://example.com.:8080/"), "example.com:8080");
  EXPECT_EQ(host("http://1.2.3.4./"), "1.2.3.4");
}

// Names that the URL standard accepts, but no resolver.
TEST(Host, KeepsNamesThatEndInAnEmptyLabel) {
  EXPECT_EQ(host("http://./"), ".");
  EXPECT_EQ(host("http://../"), "..");
  EXPECT_EQ(host("http://1../"), "1..");
}

TEST(Host, MayBeAnAddress) {
  EXPECT_EQ(host("http://0x7f.1/"), "127.0.0.1");
  EXPECT_EQ(host("https://[0:0::1]/"), "[::1]");
  EXPECT_EQ(host("https://[2001:DB8::1]:8443/"), "[2001:db8::1]:8443");
  EXPECT_EQ(Host::of(Url::parse("https://[::1]:81/").value())->name(), "[::1]");
}

TEST(Host, IsAbsentOutsideTheWeb) {
  EXPECT_EQ(host("ftp://example.com/"), "none");
  EXPECT_EQ(host("ws://example.com/"), "none");
  EXPECT_EQ(host("file:///etc/passwd"), "none");
  EXPECT_EQ(host("mailto:me@example.com"), "none");
}

TEST(Host, IsReadBackFromItsKey) {
  for (const char* key :
       {"example.com", "example.com:8080", "[::1]", "[::1]:8080", "1.2.3.4", "."}) {
    const auto read = Host::from_key(key);
    ASSERT_TRUE(read) << key;
    EXPECT_EQ(read->key(), key);
  }
  EXPECT_EQ(Host::from_key("example.com:8080")->name(), "example.com");
}

TEST(Host, RefusesKeysThatItDoesNotWrite) {
  for (const char* key : {"", "Example.com", "example.com:80", "example.com:", "example.com/",
                          "me@example.com", "example.com.", "0x7f.1", "a b", "http://example.com",
                          "example.com:08080", "example.com?x", "example.com#x"})
    EXPECT_EQ(Host::from_key(key).error().code, Errc::corrupt) << key;
}

// docs/formats/host.md has the same table. These values are stored: they must never change.
TEST(Host, HasTheHashAndPartitionThatTheFormatPromises) {
  struct Golden {
    const char* key;
    std::uint64_t hash;
    unsigned partition;
  };
  constexpr Golden kGolden[] = {
      {"example.com", 0x2883ba7dc9aa3289, 137},
      {"www.example.com", 0x774337343878322e, 46},
      {"example.com:8080", 0x445b4154edfda3bc, 188},
      {"xn--mnchen-3ya.example", 0x613ce0e625d4f691, 145},
      {"news.bbc.co.uk", 0x04037dc256ce43b8, 184},
      {"127.0.0.1", 0xc08b1587df65b7a7, 167},
      {"127.0.0.1:8080", 0xc65e86b000fb3cbf, 191},
      {"[::1]", 0x0582e95e325e1027, 39},
      {"[2001:db8::1]:8443", 0x9e6f1bd1480f6f00, 0},
  };
  for (const Golden& golden : kGolden) {
    const Host known = Host::from_key(golden.key).value();
    EXPECT_EQ(known.hash(), golden.hash) << golden.key;
    EXPECT_EQ(known.partition(), golden.partition) << golden.key;
  }
}

TEST(Host, FillsThePartitionsEvenly) {
  std::vector<int> hosts_in(kPartitionCount);
  for (int i = 0; i < 256 * 100; ++i)
    ++hosts_in[Host::from_key("host" + std::to_string(i) + ".example").value().partition()];
  for (const int hosts : hosts_in) {
    EXPECT_GT(hosts, 50);
    EXPECT_LT(hosts, 150);
  }
}

}  // namespace
}  // namespace freshet
