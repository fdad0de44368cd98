#include "crawl/traps.h"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"

namespace freshet {
namespace {

const Time kNow = *parse_time("2026-06-15");

std::string refused(TrapGuard& guard, const std::string& url) {
  const auto reason = guard.refusal(Url::parse(url).value());
  return std::string(reason ? sentence_of(*reason) : "followed");
}

std::string key(const std::string& url) { return trap_key(Url::parse(url).value()); }

TEST(TrapsTest, SessionIdsAndTheOrderOfArgumentsDoNotMakeAnotherPage) {
  EXPECT_EQ(key("http://h.example/a?x=1&sid=9f&y=2"), key("http://h.example/a?y=2&x=1"));
  EXPECT_EQ(key("http://h.example/a;jsessionid=1F/b?PHPSESSID=2"), key("http://h.example/a/b"));
  EXPECT_EQ(key("http://h.example/a;v=1"), "http://h.example/a;v=1");
  EXPECT_NE(key("http://h.example/a?x=1"), key("http://h.example/a?x=2"));
  EXPECT_NE(key("http://h.example/a?x=1&x=2"), key("http://h.example/a?x=2&x=1"));
  EXPECT_NE(key("http://h.example/a"), key("https://h.example/a"));
}

TEST(TrapsTest, PathsThatGoInCirclesAreNotFollowed) {
  TrapGuard guard({}, kNow);
  EXPECT_EQ(refused(guard, "http://h.example/a/a/b/b/a"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example/a/a/b/b/a/c/a"), "its path repeats itself");
  EXPECT_EQ(refused(guard, "http://h.example/x/a/a/a/a"), "its path repeats itself");
  EXPECT_EQ(refused(guard, "http://h.example/a/b/a/b/a/b/a/b"), "its path repeats itself");
  EXPECT_EQ(refused(guard, "http://h.example/" + std::string(3000, 'a')), "its URL is too long");
  std::string deep = "http://h.example";
  for (int i = 0; i < 25; ++i) deep += "/" + std::to_string(i) + "x";
  EXPECT_EQ(refused(guard, deep), "its path has too many segments");
}

// Many content systems name their pages in an argument: the value of a query shows only in its
// page.
TEST(TrapsTest, APathMayHaveAnyNumberOfQueriesAndDates) {
  TrapGuard guard({}, kNow);
  int followed = 0;
  for (int i = 0; i < 500; ++i)
    followed += refused(guard, "http://h.example/list?page=" + std::to_string(i)) == "followed";
  EXPECT_EQ(followed, 500);
  followed = 0;
  for (int year = 2010; year < 2026; ++year)
    for (int month = 1; month <= 12; ++month)
      followed += refused(guard, "http://h.example/diary/" + std::to_string(year) + "/" +
                                     std::to_string(month)) == "followed";
  EXPECT_EQ(followed, 192);
  EXPECT_EQ(refused(guard, "http://h.example/day?year=2031&month=2"), "its date is far from today");
  EXPECT_EQ(refused(guard, "http://h.example/articles/1234/5678"), "followed");
}

TEST(TrapsTest, APortIsNoYear) {
  TrapGuard guard({}, kNow);
  EXPECT_EQ(refused(guard, "http://h.example:8123/d/p3.html"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example:8123/5/7"), "followed");
}

TEST(TrapsTest, ACalendarDoesNotReachFarYears) {
  TrapGuard guard({}, kNow);
  EXPECT_EQ(refused(guard, "http://h.example/2026/11/"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example/2026/12/"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example/8123/5/"), "its date is far from today");
}

TEST(TrapsTest, NumbersThatLookLikeDatesAreFollowed) {
  TrapGuard guard({}, kNow);
  int followed = 0;
  for (int topic = 1000; topic < 4000; ++topic)
    followed +=
        refused(guard, "http://h.example/topic/" + std::to_string(topic) + "/2") == "followed";
  EXPECT_EQ(followed, 3000);
  followed = 0;
  for (int article = 100'000; article < 100'500; ++article)
    followed +=
        refused(guard, "http://h.example/2025/11/16/" + std::to_string(article)) == "followed";
  EXPECT_EQ(followed, 500);
}

}  // namespace
}  // namespace freshet
