#include "clean/page_look.h"

#include <gtest/gtest.h>

#include <string>

#include "clean/parking_lists.h"

namespace freshet {
namespace {

PageLook look(const std::string& html, const std::string& address = "http://crimsonlake.com/") {
  const Url url = *Url::parse(address);
  const TagIndex index = index_tags(html, Scripting::off);
  return look_at_page({url, 200, "", html, index});
}

TEST(PageLookTest, FindsTheDomainNameInTitlesLinesAndArguments) {
  EXPECT_TRUE(look("<title>Crimsonlake.com - for sale</title>").names_itself);
  EXPECT_TRUE(look("<h1>crimsonlake.com</h1>").names_itself);
  EXPECT_FALSE(look("<title>Crimsonlake</title><h1>Crimsonlake</h1>").names_itself);
  EXPECT_TRUE(look("<a href='http://park.test/?dn=crimsonlake.com&x=1'>x</a>").carries_name);
  EXPECT_TRUE(look("<script>x={\"d\":\"crimsonlake.com\"}</script>").carries_name);
  // {"host":"crimsonlake.com"}
  EXPECT_TRUE(look("<script>park=\"eyJob3N0IjoiY3JpbXNvbmxha2UuY29tIn0=\"</script>").carries_name);
  EXPECT_FALSE(look("<a href='http://crimsonlake.com/about'>us</a>").carries_name);
}

TEST(PageLookTest, ReplacesTheNameInTitleAndText) {
  const PageLook a = look("<title>Welcome to crimsonlake.com</title><p>crimsonlake.com is new.");
  const PageLook b = look("<title>Welcome to Bluehill.org</title><p>Bluehill.org is new.",
                          "https://www.bluehill.org/");
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.blocks, b.blocks);
}

TEST(PageLookTest, CountsSignsOfAnOwner) {
  const PageLook page = look(
      "<meta name=description content='Boats on the lake'><p>We build wooden boats in the old yard "
      "behind the station.</p><p>Menu</p><a href=/boats>Boats</a><a href=/yard>Yard</a>"
      "<a href='/?q=boats'>find</a><a href=https://friend.test/>Friends</a>");
  EXPECT_EQ(page.prose_words, 11u);
  EXPECT_EQ(page.own_paths, 2u);
  EXPECT_EQ(page.search_links, 1u);
  EXPECT_TRUE(page.has_description);
  EXPECT_EQ(page.linked_sites, std::vector<std::string>{"friend.test"});
  EXPECT_EQ(page.service, "");
}

TEST(PageLookTest, KnowsServicesAndPhrases) {
  EXPECT_EQ(look("<script>window.park=\"e30\"</script>").service, "Bodis");
  EXPECT_EQ(look("<script>window.LANDER_SYSTEM=\"PW\"</script>").service, "GoDaddy");
  EXPECT_EQ(look("<script>window.location.href=\"/lander\"</script>").service, "a lander");
  EXPECT_EQ(look("<meta http-equiv=refresh content='0;url=http://ww1.crimsonlake.com/'>").service,
            "a lander");
  EXPECT_EQ(look("<meta http-equiv=refresh content='0;url=http://www.crimsonlake.com/'>").service,
            "");
  EXPECT_EQ(look("<p>This domain may be for sale</p><h2>Related searches</h2>").sale_phrases, 2u);
  EXPECT_EQ(look("<h2>\xc3\x84hnliche Suchen</h2>").sale_phrases, 1u);
}

TEST(PageLookTest, ReadsAnyBytes) {
  EXPECT_EQ(look("").words, 0u);
  EXPECT_EQ(look("", "http://10.0.0.1/").words, 0u);
  look(std::string(3000, '<'));
  look("<title>" + std::string(300000, '\xff'));
  std::string many;
  for (int i = 0; i < 2000; ++i)
    many += "<p>line " + std::to_string(i) + "</p><a href=//s" + std::to_string(i) + ".test/>x</a>";
  const PageLook page = look(many);
  EXPECT_EQ(page.blocks.size(), kLookBlocksMax);
  EXPECT_EQ(page.other_sites.size(), kLookSitesMax);
}

TEST(ParkingListsTest, KnowsNameServersBelowAListedDomain) {
  EXPECT_EQ(listed_kind("ns#.bodis.com"), ServerKind::parking);
  EXPECT_EQ(listed_kind("bodis.com"), ServerKind::parking);
  EXPECT_EQ(listed_kind("ns1.dnsowl.com"), ServerKind::mixed);
  EXPECT_EQ(listed_kind("notbodis.com"), ServerKind::unknown);
  EXPECT_EQ(listed_kind(""), ServerKind::unknown);
  EXPECT_TRUE(is_parking_network(0x67e0b601));   // 103.224.182.1
  EXPECT_FALSE(is_parking_network(0x7f000001));  // 127.0.0.1
  EXPECT_FALSE(is_parking_network(0));
  EXPECT_FALSE(is_parking_network(0xffffffff));
}

}  // namespace
}  // namespace freshet
