#include "base/memory_pool.h"

#include <gtest/gtest.h>

#include <utility>

namespace freshet {
namespace {

TEST(MemoryPoolTest, CountsWhatSharesHoldUntilTheyAreGone) {
  MemoryPool pool(100);
  {
    MemoryShare one(&pool);
    MemoryShare other(&pool);
    one.set(70);
    EXPECT_FALSE(other.try_set(31));
    EXPECT_EQ(pool.used(), 70U);
    EXPECT_TRUE(other.try_set(30));
    EXPECT_TRUE(pool.is_full());
    one.set(200);
    EXPECT_TRUE(one.try_set(150)) << "less is always granted";
    MemoryShare moved(std::move(one));
    EXPECT_EQ(moved.bytes(), 150U);
    moved = MemoryShare(&pool);
    EXPECT_EQ(pool.used(), 30U);
  }
  EXPECT_EQ(pool.used(), 0U);
  EXPECT_EQ(pool.peak(), 230U);
}

TEST(MemoryPoolTest, OneShareAtATimeMayOverdraw) {
  MemoryPool pool(100);
  MemoryShare one(&pool);
  MemoryShare other(&pool);
  one.set(100);
  EXPECT_TRUE(one.try_overdraw());
  EXPECT_FALSE(other.try_overdraw());
  EXPECT_TRUE(one.try_set(1000));
  EXPECT_FALSE(other.try_set(1));
  one.clear();
  EXPECT_TRUE(other.try_overdraw());
}

TEST(MemoryPoolTest, OnlyAsManyGiveWayAsAreNeeded) {
  MemoryPool pool(100);
  MemoryShare a(&pool);
  MemoryShare b(&pool);
  MemoryShare c(&pool);
  for (MemoryShare* share : {&a, &b, &c}) share->set(40);
  EXPECT_TRUE(a.gives_way());
  EXPECT_TRUE(a.gives_way()) << "it stays decided";
  EXPECT_FALSE(b.gives_way()) << "80 of 100 are left when a is gone";
  a.clear();
  EXPECT_FALSE(b.gives_way());
  c.set(70);
  EXPECT_TRUE(b.gives_way());
}

TEST(MemoryPoolTest, ARefusalMakesOnePartyGiveWay) {
  MemoryPool pool(100);
  EXPECT_FALSE(pool.take_refusal());
  pool.note_refusal();
  EXPECT_TRUE(pool.take_refusal());
  EXPECT_FALSE(pool.take_refusal());
}

TEST(MemoryPoolTest, WithoutAPoolAllIsGranted) {
  MemoryShare share;
  EXPECT_TRUE(share.try_set(1'000'000));
  EXPECT_TRUE(share.try_overdraw());
  EXPECT_FALSE(share.gives_way());
  EXPECT_EQ(share.bytes(), 1'000'000U);
}

}  // namespace
}  // namespace freshet
