#include "url/site.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// The table of https://url.spec.whatwg.org/#host-miscellaneous, without final dots.
TEST(Site, IsTheRegistrableDomain) {
  EXPECT_EQ(registrable_domain("com"), std::nullopt);
  EXPECT_EQ(registrable_domain("example.com"), "example.com");
  EXPECT_EQ(registrable_domain("sub.www.example.com"), "example.com");
  EXPECT_EQ(registrable_domain("github.io"), std::nullopt);
  EXPECT_EQ(registrable_domain("whatwg.github.io"), "whatwg.github.io");
  EXPECT_EQ(registrable_domain("news.bbc.co.uk"), "bbc.co.uk");
  EXPECT_EQ(registrable_domain("xn--kgbechtv"), std::nullopt);
  EXPECT_EQ(registrable_domain("sub.example.xn--kgbechtv"), "example.xn--kgbechtv");
  EXPECT_EQ(registrable_domain("www.example.xn--p1ai"), "example.xn--p1ai");
}

TEST(Site, KnowsThePublicSuffix) {
  EXPECT_EQ(public_suffix("www.example.com"), "com");
  EXPECT_EQ(public_suffix("news.bbc.co.uk"), "co.uk");
  EXPECT_EQ(public_suffix("whatwg.github.io"), "github.io");
  EXPECT_EQ(public_suffix("a.unknown-tld"), "unknown-tld");
}

TEST(Site, IgnoresAFinalDot) {
  EXPECT_EQ(registrable_domain("www.example.com."), "example.com");
  EXPECT_EQ(public_suffix("www.example.com."), "com");
}

TEST(Site, IsTheWholeNameWhereNothingIsRegistered) {
  EXPECT_EQ(site_of("www.example.com"), "example.com");
  EXPECT_EQ(site_of("com"), "com");
  EXPECT_EQ(site_of("localhost"), "localhost");
  EXPECT_EQ(site_of("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(site_of("[::1]"), "[::1]");
}

TEST(Site, HasNoDomainInAnAddressOrABrokenName) {
  for (const char* name :
       {"127.0.0.1", "[::1]", "", ".", "..", "a..com", ".com", "example.com.."}) {
    EXPECT_EQ(registrable_domain(name), std::nullopt) << name;
    EXPECT_EQ(public_suffix(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace freshet
