#include "base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace freshet {
namespace {

// The authors' reference code, seeded by splitmix64 from 0.
TEST(RandomTest, GivesThePublishedNumbers) {
  Random random(0);
  EXPECT_EQ(random.next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(random.next(), 0xbf6e1f784956452au);
  EXPECT_EQ(random.next(), 0x1a5f849d4933e6e0u);
}

TEST(RandomTest, SpreadsEvenlyBelowItsEnd) {
  Random random(1);
  std::array<int, 5> counts{};
  for (int i = 0; i < 50'000; ++i) ++counts[random.below(counts.size())];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

TEST(RandomTest, StaysInTheUnitInterval) {
  Random random(2);
  for (int i = 0; i < 10'000; ++i) {
    const double x = random.unit();
    EXPECT_GE(x, 0.0);
    EXPECT_LT(x, 1.0);
  }
}

TEST(RandomTest, MakesUuidsOfVersionFour) {
  Random random(3);
  const std::string uuid = random_uuid(random);
  ASSERT_EQ(uuid.size(), 36u);
  EXPECT_EQ(uuid[14], '4');
  EXPECT_NE(std::string("89ab").find(uuid[19]), std::string::npos);
  EXPECT_NE(uuid, random_uuid(random));
}

}  // namespace
}  // namespace freshet
