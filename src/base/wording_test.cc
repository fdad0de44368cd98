#include "base/wording.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(Wording, CountsOneAndMany) {
  EXPECT_EQ(counted(0, "page", "pages"), "0 pages");
  EXPECT_EQ(counted(1, "page", "pages"), "1 page");
  EXPECT_EQ(counted(2, "page", "pages"), "2 pages");
}

TEST(Wording, WritesSizesInTheUnitThatFits) {
  EXPECT_EQ(size_words(0), "0 bytes");
  EXPECT_EQ(size_words(1), "1 byte");
  EXPECT_EQ(size_words(999), "999 bytes");
  EXPECT_EQ(size_words(1000), "1.0 kB");
  EXPECT_EQ(size_words(41'234), "41.2 kB");
  EXPECT_EQ(size_words(999'949), "999.9 kB");
  EXPECT_EQ(size_words(999'950), "1.0 MB");
  EXPECT_EQ(size_words(1'300'000'000), "1.3 GB");
  EXPECT_EQ(size_words(18'446'744'073'709'551'615u), "18.4 EB");
}

TEST(Wording, WritesTimesToTheSecond) {
  EXPECT_EQ(second_words(*parse_time("2026-11-16T00:34:46.987Z")), "2026-11-16 00:34:46");
}

}  // namespace
}  // namespace freshet
