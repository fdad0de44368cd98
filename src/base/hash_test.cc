#include "base/hash.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// Values of the XXH64 specification, seed 0: stored hashes must stay valid.
TEST(Hash, IsXxh64WithSeedZero) {
  EXPECT_EQ(hash64(""), 0xEF46DB3751D8E999u);
  EXPECT_EQ(hash64("a"), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(hash64("abc"), 0x44BC2CF5AD770999u);
}

}  // namespace
}  // namespace freshet
