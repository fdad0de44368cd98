#include "crawl/parking_watch.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "html/tag_index.h"
#include "url/site.h"

namespace freshet {
namespace {

class ParkingWatchTest : public testing::Test {
 protected:
  static HomePage page(const std::string& host, const std::string& server,
                       const std::string& html) {
    const auto url = Url::parse("http://" + host + "/");
    const TagIndex index = index_tags(html, Scripting::off);
    return {host, std::string(site_of(host)), server, look_at_page({*url, 200, "", html, index})};
  }
  static std::string parked_html(const std::string& host) {
    return fmt::format(
        "<title>{0}</title><h1>{0}</h1><h2>Related searches</h2><ul><li>"
        "<a href='/?q=boats&d={0}'>Boats</a><li><a href='/?q=cars&d={0}'>Cars</a></ul>",
        host);
  }
  static std::string own_html(int i) {
    return fmt::format(
        "<title>Workshop {0} of the valley</title><h1>Workshop {0}</h1><p>We mend number {0} of "
        "all the clocks, and we have done it here since the year {0}.</p><ul><li><a "
        "href=/a{0}>Clocks</a><li><a href=/b>Prices</a></ul>{1}",
        i, i % 2 == 0 ? "<hr>" : "<img>");
  }
  VerdictChange parked(int i, const std::string& server = "ns#.park.example") {
    const std::string host = fmt::format("p{}.example", i);
    return watch_.add(page(host, server, parked_html(host)));
  }
  VerdictChange own(int i, const std::string& server = "ns#.park.example") {
    return watch_.add(page(fmt::format("own{}.example", i), server, own_html(i)));
  }
  bool is_parking(const std::string& server = "ns#.park.example") const {
    return watch_.find_parking(server) != nullptr;
  }
  // Adds parked hosts until the name server is judged parking; returns their number.
  int park(int most, const std::string& server = "ns#.park.example") {
    for (int i = 0; i < most; ++i)
      if (parked(i, server) == VerdictChange::found) return i + 1;
    return most + 1;
  }

  ParkingWatch watch_;
};

TEST_F(ParkingWatchTest, JudgesANameServerByTheOwnersThatItSaw) {
  EXPECT_EQ(park(40), 16);
  ASSERT_TRUE(is_parking());
  EXPECT_EQ(watch_.find_parking("ns#.park.example")->parked, 16u);
  EXPECT_GE(watch_.find_parking("ns#.park.example")->confidence, kParkingConfidenceMin);
  EXPECT_FALSE(is_parking("ns#.other.example"));
}

TEST_F(ParkingWatchTest, AListedNameServerNeedsFewerOwners) {
  EXPECT_EQ(park(40, "ns#.sedoparking.com"), 5);
}

TEST_F(ParkingWatchTest, EvidenceOverrulesTheList) {
  for (int i = 0; i < 10; ++i) own(i, "ns#.sedoparking.com");
  for (int i = 0; i < 10; ++i) parked(i, "ns#.sedoparking.com");
  EXPECT_FALSE(is_parking("ns#.sedoparking.com"));
}

TEST_F(ParkingWatchTest, RegularHostsAreNotParking) {
  for (int i = 0; i < 50; ++i) EXPECT_EQ(own(i), VerdictChange::none);
  EXPECT_FALSE(is_parking());
}

TEST_F(ParkingWatchTest, OneRegularHostWithdrawsAVerdict) {
  park(40);
  EXPECT_EQ(own(1), VerdictChange::withdrawn);
  EXPECT_FALSE(is_parking());
}

TEST_F(ParkingWatchTest, AVerdictComesBackWhenTheNewestOwnersAreParked) {
  park(40);
  own(1);
  int more = 100;
  while (parked(more) != VerdictChange::found) ASSERT_LT(++more, 200);
  EXPECT_TRUE(is_parking());
  EXPECT_GE(more, 115);  // the regular one is nearly forgotten
}

TEST_F(ParkingWatchTest, SubDomainsAreOneOwner) {
  for (int i = 0; i < 100; ++i) {
    const std::string host = fmt::format("p{}.one.example", i);
    watch_.add(page(host, "ns#.park.example", parked_html(host)));
  }
  EXPECT_FALSE(is_parking());
}

TEST_F(ParkingWatchTest, IgnoresHostsWithoutNameServerAndRedirectsToOtherSites) {
  for (int i = 0; i < 40; ++i) {
    parked(i, "");
    HomePage leads = page(fmt::format("r{}.example", i), "ns#.park.example",
                          "<meta http-equiv=refresh content='0;url=http://market.example/'>");
    EXPECT_EQ(watch_.add(std::move(leads)), VerdictChange::none);
  }
  EXPECT_FALSE(is_parking(""));
  EXPECT_FALSE(is_parking());
  EXPECT_EQ(watch_.servers(), 0u);
}

TEST_F(ParkingWatchTest, MemoryIsBoundedAndVerdictsStayLongest) {
  watch_ = ParkingWatch({.bytes = 64 << 10});
  park(40);
  for (int i = 0; i < 2000; ++i) own(i, fmt::format("ns{}.example", i));
  EXPECT_LE(watch_.bytes(), std::size_t{64} << 10);
  EXPECT_LT(watch_.servers(), 200u);
  EXPECT_TRUE(is_parking());
}

TEST_F(ParkingWatchTest, OneHostInTwentyFiveIsProbed) {
  int probed = 0;
  for (int i = 0; i < 10'000; ++i)
    probed += is_probed(*Host::from_key(fmt::format("host{}.example", i))) ? 1 : 0;
  EXPECT_GT(probed, 10'000 / kProbedOneIn * 8 / 10);
  EXPECT_LT(probed, 10'000 / kProbedOneIn * 12 / 10);
}

TEST_F(ParkingWatchTest, TheKeyOfStoredNameServersIsThatOfTheirNames) {
  EXPECT_EQ(stored_name_server_key("ns1.a.example ns2.a.example"), "ns#.a.example");
  EXPECT_EQ(stored_name_server_key(""), "");
}

}  // namespace
}  // namespace freshet
