#include "practice/farm.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "practice/farm_world.h"
#include "practice/world.h"

namespace freshet {
namespace {

TEST(FarmTest, IsTheSameForTheSameSeed) {
  const Farm a = make_farm({.seed = 3, .hosts = 700}), b = make_farm({.seed = 3, .hosts = 700});
  ASSERT_EQ(a.hosts.size(), b.hosts.size());
  for (std::size_t i = 0; i < a.hosts.size(); ++i) {
    EXPECT_EQ(a.hosts[i].name, b.hosts[i].name);
    EXPECT_EQ(a.hosts[i].html, b.hosts[i].html);
  }
  EXPECT_NE(a.hosts[0].name, make_farm({.seed = 4, .hosts = 700}).hosts[0].name);
}

TEST(FarmTest, HasEveryKindOfHost) {
  const Farm farm = make_farm({.seed = 1});
  std::map<FarmHow, std::size_t> counts;
  std::set<std::string> names;
  for (const FarmHost& host : farm.hosts) {
    ++counts[host.how];
    names.insert(host.name);
    EXPECT_FALSE(host.name_servers.empty());
    EXPECT_TRUE(!host.html.empty() || !host.location.empty()) << host.name;
  }
  EXPECT_EQ(names.size(), farm.hosts.size());
  for (int how = 0; how <= static_cast<int>(FarmHow::provider); ++how)
    EXPECT_GT(counts[static_cast<FarmHow>(how)], 0u) << name_of(static_cast<FarmHow>(how));
  EXPECT_EQ(counts[FarmHow::company], 150u);
  EXPECT_FALSE(farm.landings.empty());
}

TEST(FarmTest, IsServedByAWorldThatAsksForIt) {
  const World plain({.seed = 5, .hosts = 3, .pages = 30});
  const World world({.seed = 5, .hosts = 3, .pages = 30, .farm_hosts = 700});
  EXPECT_EQ(plain.farm(), nullptr);
  EXPECT_TRUE(plain.farm_urls().empty());
  EXPECT_EQ(world.first_url(), plain.first_url());
  ASSERT_NE(world.farm(), nullptr);
  const FarmHost& host = world.farm()->hosts[10];
  const PracticeName name = world.look_up(host.name);
  EXPECT_EQ(name.conduct, PracticeName::Conduct::answers);
  EXPECT_EQ(name.name_servers, host.name_servers);
  EXPECT_EQ(world.name_servers_of(host.name), host.name_servers);
  const PracticeAnswer answer = world.answer({.host = host.name, .target = "/"}, Time{});
  EXPECT_EQ(answer.status, host.status);
  EXPECT_EQ(answer.body, host.html);
  EXPECT_EQ(world.answer({.host = host.name, .target = "/robots.txt"}, Time{}).status, 404);
  const FarmLanding& landing = world.farm()->landings[0];
  EXPECT_EQ(world.answer({.host = landing.host, .target = landing.target}, Time{}).body,
            landing.html);
  EXPECT_EQ(plain.answer({.host = host.name, .target = "/"}, Time{}).status, 421);
}

TEST(FarmTest, ItsDirectoryLeadsToEveryHost) {
  const World world({.seed = 5, .hosts = 3, .pages = 30, .farm_hosts = 700});
  EXPECT_FALSE(world.look_up(kFarmDirectory).addresses.empty());
  std::string all;
  for (const char* page : {"/", "/list/1", "/list/2", "/list/3"})
    all += world.answer({.host = std::string(kFarmDirectory), .target = page}, Time{}).body;
  for (const std::string& url : world.farm_urls()) EXPECT_TRUE(all.contains(url)) << url;
  for (const char* none : {"/list/4", "/list/", "/list/1x", "/list/99999999999999999999", "/x"})
    EXPECT_EQ(world.answer({.host = std::string(kFarmDirectory), .target = none}, Time{}).status,
              404);
}

}  // namespace
}  // namespace freshet
