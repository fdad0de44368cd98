#include "crawl/traps.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

const Time kNow = *parse_time("2026-06-15");

std::string refused(TrapGuard& guard, const std::string& url) {
  return std::string(guard.refusal(Url::parse(url).value()).value_or("followed"));
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

TEST(TrapsTest, APathHasOnlySoManyQueries) {
  TrapGuard guard({.query_variants = 10}, kNow);
  int followed = 0;
  for (int i = 0; i < 100; ++i)
    followed += refused(guard, "http://h.example/list?page=" + std::to_string(i)) == "followed";
  EXPECT_EQ(followed, 10);
  EXPECT_EQ(refused(guard, "http://h.example/other?page=1"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example/list"), "followed");
}

TEST(TrapsTest, ACalendarEnds) {
  TrapGuard guard({.calendar_pages = 24}, kNow);
  int followed = 0;
  for (int year = 2020; year < 2030; ++year)
    for (int month = 1; month <= 12; ++month)
      followed += refused(guard, "http://h.example/calendar/" + std::to_string(year) + "/" +
                                     std::to_string(month)) == "followed";
  EXPECT_EQ(followed, 24);
  EXPECT_EQ(refused(guard, "http://h.example/day?year=2031&month=2"), "its date is far from today");
  EXPECT_EQ(refused(guard, "http://h.example/articles/1234/5678"), "followed");
}

TEST(TrapsTest, APortIsNoYear) {
  TrapGuard guard({}, kNow);
  EXPECT_EQ(refused(guard, "http://h.example:8123/d/p3.html"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example:8123/5/7"), "followed");
  EXPECT_EQ(refused(guard, "http://h.example/8123/5/7"), "its date is far from today");
}

TEST(TrapsTest, AKindOfPageThatIsAlwaysTheSameIsClosed) {
  TrapGuard guard({.similar_pages = 8}, kNow);
  const Url url = Url::parse("http://h.example/gen/17.html").value();
  const std::string pattern = url_pattern(url);
  EXPECT_EQ(pattern, "/gen/#.html");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(refused(guard, "http://h.example/gen/17.html"), "followed");
    guard.note_page(pattern, 0xf00d);
  }
  EXPECT_EQ(refused(guard, "http://h.example/gen/18.html"),
            "the last pages of its kind were alike");
  EXPECT_EQ(refused(guard, "http://h.example/other/18.html"), "followed");
}

}  // namespace
}  // namespace freshet
