#include "crawl/foreign_robots.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

const Time kNow = Time(std::chrono::days(20'000));
const Host kVictim = *Host::from_key("www.victim.test");

TEST(ForeignRobotsTest, KeepsACopyForADay) {
  ForeignRobots robots;
  const std::string url = "https://hoster.test/robots.txt";
  EXPECT_EQ(robots.find(url, kNow), nullptr);
  robots.put(url, {.read = kNow, .head = {}, .body = "User-agent: *"});
  EXPECT_EQ(robots.find(url, kNow + hours(23))->body, "User-agent: *");
  EXPECT_EQ(robots.find(url, kNow + hours(24)), nullptr);
  EXPECT_EQ(robots.find(url, kNow - hours(1)), nullptr) << "the clock was set back";
}

TEST(ForeignRobotsTest, HoldsOnlySoManyBytesTheNewestOnes) {
  ForeignRobots robots;
  for (int i = 0; i < 40; ++i)
    robots.put("https://h.test/" + std::to_string(i),
               {.read = kNow, .head = {}, .body = std::string(std::size_t{1} << 20, '#')});
  EXPECT_EQ(robots.find("https://h.test/0", kNow), nullptr);
  EXPECT_NE(robots.find("https://h.test/39", kNow), nullptr);
  EXPECT_NE(robots.find("https://h.test/24", kNow), nullptr);
  EXPECT_EQ(robots.find("https://h.test/23", kNow), nullptr);
}

TEST(ForeignRobotsTest, SparesASiteThatMostAreSentTo) {
  ForeignRobots robots;
  for (std::size_t i = 0; i < ForeignRobots::kRequestsPerSiteMax; ++i)
    EXPECT_TRUE(robots.take_turn(kVictim, kNow + seconds(i)));
  EXPECT_FALSE(robots.take_turn(kVictim, kNow + hours(1)));
  EXPECT_FALSE(robots.take_turn(*Host::from_key("victim.test:8080"), kNow + hours(1)))
      << "another host of the site";
  EXPECT_TRUE(robots.take_turn(*Host::from_key("other.test"), kNow + hours(1)));
  EXPECT_TRUE(robots.take_turn(kVictim, kNow + hours(24))) << "the next day";
}

}  // namespace
}  // namespace freshet
