#include "web/expiring_cache.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::seconds;

TEST(ExpiringCacheTest, GivesWhatIsStillGood) {
  ExpiringCache<int> cache(3);
  cache.put("a", 1, seconds(10));
  EXPECT_EQ(cache.find("b", seconds(0)), nullptr);
  EXPECT_EQ(*cache.find("a", seconds(9)), 1);
  cache.put("a", 2, seconds(20));
  EXPECT_EQ(*cache.find("a", seconds(10)), 2);
  EXPECT_EQ(cache.find("a", seconds(20)), nullptr);
  EXPECT_EQ(cache.size(), 0U);
}

TEST(ExpiringCacheTest, TheOneUsedLongestAgoMakesRoom) {
  ExpiringCache<int> cache(3);
  for (const char* key : {"a", "b", "c"}) cache.put(key, 1, seconds(10));
  cache.find("a", seconds(1));
  cache.put("d", 1, seconds(10));
  EXPECT_EQ(cache.find("b", seconds(1)), nullptr);
  for (const char* key : {"a", "c", "d"}) EXPECT_NE(cache.find(key, seconds(1)), nullptr) << key;
  EXPECT_EQ(cache.size(), 3U);
}

}  // namespace
}  // namespace freshet
