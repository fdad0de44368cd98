#include "crawl/link_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/random.h"

namespace freshet {
namespace {

TEST(LinkTableTest, KeepsTheOrderOfDiscoveryAndEveryUrlOnce) {
  LinkTable table;
  EXPECT_EQ(table.add("https://a.example/", "https://a.example/", {.depth = 0}), 0U);
  EXPECT_EQ(table.add("http://a.example/x?y=1", "key", {.depth = 1, .via = 0}), 1U);
  EXPECT_FALSE(table.add("http://a.example/other", "key", {}));
  EXPECT_EQ(table.add("https://a.example/z", "https://a.example/z", {.use = LinkUse::sitemap}), 2U);
  EXPECT_EQ(table.url(0), "https://a.example/");
  EXPECT_EQ(table.url(1), "http://a.example/x?y=1");
  EXPECT_EQ(table.url(2), "https://a.example/z");
  EXPECT_EQ(table.link(1).depth, 1);
  EXPECT_EQ(table.link(2).use, LinkUse::sitemap);
  table.mark_seen("https://a.example/seen");
  EXPECT_TRUE(table.is_seen("https://a.example/seen"));
  EXPECT_FALSE(table.add("https://a.example/seen", "https://a.example/seen", {}));
  EXPECT_EQ(table.size(), 3U);
}

TEST(LinkTableTest, AgreesWithASetOverManyUrls) {
  Random random(7);
  LinkTable table;
  std::set<std::string> naive;
  for (int i = 0; i < 20'000; ++i) {
    const std::string url = "http://h.example/" + std::to_string(random.below(9'000));
    EXPECT_EQ(table.add(url, url, {}).has_value(), naive.insert(url).second) << url;
  }
  EXPECT_EQ(table.size(), naive.size());
}

TEST(LinkTableTest, TakesLittleMemory) {
  LinkTable table;
  std::size_t text = 0;
  for (int i = 0; i < 200'000; ++i) {
    const std::string path = "/articles/2026/some-title-of-a-page-" + std::to_string(i) + ".html";
    text += path.size();
    table.add("https://www.example.com" + path, path, {});
  }
  EXPECT_LT(table.bytes(), 2 * text + 100 * 200'000);
}

}  // namespace
}  // namespace freshet
