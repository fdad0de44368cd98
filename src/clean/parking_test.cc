#include "clean/parking.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "url/site.h"

namespace freshet {
namespace {

class ParkingTest : public testing::Test {
 protected:
  void page(const std::string& host, const std::string& name_server, const std::string& html,
            int status = 200, const std::string& location = "") {
    pages_.push_back({host, std::string(site_of(host)), name_server_key({name_server}),
                      look(host, html, status, location)});
  }
  void landing(const std::string& site, const std::string& html) {
    landings_.push_back({site, look(site, html, 200, "")});
  }
  // A page with an owner: words, title and links of its own.
  static std::string own_page(int i) {
    return fmt::format(
        "<title>Workshop {0} of the valley</title><h1>Workshop {0}</h1><p>We mend number {0} of "
        "all "
        "the clocks, and we have done it here since the year {0}.</p><ul><li><a href=/a{0}>Clocks"
        "</a><li><a href=/b>Prices</a><li><a href=/c>Way here</a></ul>{1}",
        i, std::string(static_cast<std::size_t>(i % 7) * 3, ' ') + (i % 2 == 0 ? "<hr>" : "<img>"));
  }
  static std::string parked(const std::string& host) {
    return fmt::format(
        "<html><head><title>{0}</title></head><body><h1>{0}</h1><h2>Related searches</h2><ul><li>"
        "<a href='/?q=boats&d={0}'>Boats</a><li><a "
        "href='/?q=cars&d={0}'>Cars</a></ul></body></html>",
        host);
  }
  void judge(const ParkingOptions& options = {}) {
    report_ = judge_parking(pages_, landings_, options);
  }
  bool is_parked(const std::string& host) const {
    for (const HostJudgement& one : report_.hosts)
      if (one.host == host) return one.is_parked();
    ADD_FAILURE() << host;
    return false;
  }
  std::string_view kind(const std::string& name_server) const {
    for (const ServerJudgement& one : report_.servers)
      if (one.name_server == name_server_key({name_server})) return name_of(one.kind);
    return "none";
  }

  std::vector<HomePage> pages_;
  std::vector<LandingPage> landings_;
  ParkingReport report_;

 private:
  static PageLook look(const std::string& host, const std::string& html, int status,
                       const std::string& location) {
    const Url url = *Url::parse("http://" + host + "/");
    const TagIndex index = index_tags(html, Scripting::off);
    return look_at_page({url, status, location, html, index});
  }
};

TEST_F(ParkingTest, TellsAParkingNameServerFromOneOfAHostingCompany) {
  for (int i = 0; i < 30; ++i) {
    page(fmt::format("shop{}.test", i), "ns1.hosting.test", own_page(i));
    page(fmt::format("name{}.test", i), "ns1.empty.test", parked(fmt::format("name{}.test", i)));
  }
  judge();
  EXPECT_EQ(kind("ns1.hosting.test"), "regular");
  EXPECT_EQ(kind("ns1.empty.test"), "parking");
  EXPECT_TRUE(is_parked("name7.test"));
  EXPECT_FALSE(is_parked("shop7.test"));
}

TEST_F(ParkingTest, KeepsTheShopsOfAParkingProvider) {
  for (int i = 0; i < 30; ++i)
    page(fmt::format("name{}.test", i), "ns1.both.test", parked(fmt::format("name{}.test", i)));
  for (int i = 0; i < 5; ++i) page(fmt::format("shop{}.test", i), "ns1.both.test", own_page(i));
  judge();
  EXPECT_EQ(kind("ns1.both.test"), "mixed");
  EXPECT_TRUE(is_parked("name3.test"));
  EXPECT_FALSE(is_parked("shop3.test"));
}

// Shops have few sentences, and some have their domain name as part of the title.
std::string shop_page_of(const std::string& host, int i) {
  std::string goods;
  for (int k = 0; k < 5 + i; ++k)
    goods += fmt::format(
        "<div class=product><a href=/p/{0}{1}><img src=/i/{0}{1}.jpg></a><h3>Lamp "
        "{0}{1}</h3><span>{1},90</span><button>+</button></div>",
        i, k);
  return fmt::format(
      "<html><head><title>{} | Lamps of street {}</title></head><body><form action=/search><input "
      "name=s></form><a href=/cart>0</a><ul><li><a href=/k/a>Desk</a><li><a href=/k/b>Wall</a></ul>"
      "<div class=grid>{}</div></body></html>",
      host, i, goods);
}

TEST_F(ParkingTest, KeepsAShopThatNamesItselfOnAParkingNameServer) {
  for (int i = 0; i < 60; ++i)
    page(fmt::format("name{}.test", i), "ns1.both.test", parked(fmt::format("name{}.test", i)));
  for (int i = 0; i < 4; ++i) {
    const std::string host = fmt::format("lamps{}.test", i);
    page(host, "ns1.both.test", shop_page_of(host, i));
  }
  judge();
  EXPECT_FALSE(is_parked("lamps0.test"));
  EXPECT_FALSE(is_parked("lamps3.test"));
  EXPECT_TRUE(is_parked("name3.test"));
}

// The tags of both are the same; only a title tells that somebody wrote one of them.
TEST_F(ParkingTest, KeepsAScriptApplicationAmongParkedScripts) {
  const auto script_page = [](const std::string& title) {
    return fmt::format(
        "<!doctype html><html><head><meta charset=utf-8><title>{}</title><script defer "
        "src=https://static.partner.test/main.js></script></head><body><div id=root></div></body>"
        "</html>",
        title);
  };
  for (int i = 0; i < 60; ++i) {
    const std::string host = fmt::format("name{}.test", i);
    page(host, "ns1.both.test", script_page(host));
  }
  page("trains.test", "ns1.both.test", script_page("Trains and buses of the valley"));
  judge();
  EXPECT_FALSE(is_parked("trains.test"));
  EXPECT_TRUE(is_parked("name3.test"));
}

TEST_F(ParkingTest, KeepsTheDomainsOfACompanyThatReferToItsSite) {
  page("company.test", "ns1.company.test", own_page(1));
  for (int i = 0; i < 40; ++i) {
    const std::string host = fmt::format("brand{}.test", i);
    const std::string text =
        i % 4 == 0 ? fmt::format("Number {} of our lines.", i)
                   : fmt::format(
                         "We build lamp {0} by hand in the valley. Its glass is blown in "
                         "house {0}, as it was ninety years ago.",
                         i);
    page(
        host, "ns1.company.test",
        fmt::format("<html><head><title>{0}</title></head><body><div><img src=/logo.png></div>"
                    "<h1>{0}</h1><p>{1}</p><p><a href=http://www.company.test/>company.test</a></p>"
                    "</body></html>",
                    host, text));
  }
  judge();
  EXPECT_FALSE(is_parked("brand0.test"));
  EXPECT_FALSE(is_parked("brand1.test"));
}

TEST_F(ParkingTest, LetsEvidenceOverruleTheList) {
  for (int i = 0; i < 30; ++i) page(fmt::format("shop{}.test", i), "ns1.bodis.com", own_page(i));
  judge();
  EXPECT_EQ(kind("ns1.bodis.com"), "regular");
  EXPECT_EQ(report_.servers.at(0).listed, ServerKind::parking);
}

TEST_F(ParkingTest, SaysNothingOfAFewHosts) {
  page("a.test", "ns1.small.test", parked("a.test"));
  page("b.test", "ns1.small.test", own_page(1));
  judge();
  EXPECT_EQ(kind("ns1.small.test"), "unknown");
}

TEST_F(ParkingTest, TakesSubDomainsOfOneOwnerForOne) {
  for (int i = 0; i < 40; ++i)
    page(fmt::format("user{}.pages.test", i), "ns1.pages.test",
         fmt::format("<title>user{}.pages.test</title><p>Some words of user {}.", i, i));
  judge();
  EXPECT_EQ(kind("ns1.pages.test"), "unknown");
  EXPECT_EQ(report_.servers.at(0).owners, 1u);
}

TEST_F(ParkingTest, FindsHostsThatRedirectToAProvider) {
  for (int i = 0; i < 6; ++i) {
    const std::string host = fmt::format("name{}.test", i);
    page(host, "ns1.hosting.test", "", 302, "http://land.test/?dn=" + host);
    landing("land.test", parked(host));
  }
  page("own.test", "ns1.hosting.test", own_page(1));
  judge();
  EXPECT_TRUE(is_parked("name0.test"));
  EXPECT_GT(report_.authorities.at(0).parked, 0.9);
}

TEST_F(ParkingTest, KeepsDomainsThatLeadToACompanysSite) {
  for (int i = 0; i < 300; ++i)
    page(fmt::format("brand{}.test", i), "ns1.company.test", "", 301, "https://company.test/");
  landing("company.test", own_page(3));
  judge();
  EXPECT_FALSE(is_parked("brand0.test"));
}

TEST_F(ParkingTest, KeepsHostsThatLeadToASocialNetwork) {
  for (int i = 0; i < 20; ++i)
    page(fmt::format("shop{}.test", i), "ns1.hosting.test",
         own_page(i) + "<a href=https://social.test/>friends</a>");
  for (int i = 0; i < 5; ++i)
    page(fmt::format("little{}.test", i), "ns1.hosting.test", "", 302,
         fmt::format("https://social.test/little{}.test", i));
  judge();
  EXPECT_FALSE(is_parked("little0.test"));
}

TEST_F(ParkingTest, KeepsRedirectsWithinASite) {
  page("a.test", "ns1.h.test", "", 301, "https://www.a.test/");
  page("b.test", "ns1.h.test", "<meta http-equiv=refresh content='0;url=/en'>");
  judge();
  EXPECT_FALSE(is_parked("a.test"));
  EXPECT_FALSE(is_parked("b.test"));
  EXPECT_TRUE(report_.authorities.empty());
}

TEST_F(ParkingTest, JudgesPagesWithoutNameServersByThemselves) {
  pages_.push_back({"a.test", "a.test", "", {}});
  judge();
  EXPECT_TRUE(report_.servers.empty());
  EXPECT_EQ(report_.hosts.size(), 1u);
  EXPECT_TRUE(judge_parking({}, {}).hosts.empty());
}

TEST(NameServerKeyTest, JoinsTheServersOfAProvider) {
  EXPECT_EQ(name_server_key({"ns12.Example.com", "ns2.example.com"}), "ns#.example.com");
  EXPECT_EQ(name_server_key({"ns-205.awsdns-25.com"}), "ns-#.awsdns-#.com");
  EXPECT_EQ(name_server_key({}), "");
}

}  // namespace
}  // namespace freshet
