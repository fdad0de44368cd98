#include "base/split.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Split, GivesThePartsBetweenSeparators) {
  EXPECT_EQ(split_at(',', "a,b"), (Parts{"a", "b"}));
  EXPECT_EQ(split_at('/', "/a//b/"), (Parts{"", "a", "", "b", ""}));
}

TEST(Split, GivesOnePartOfATextWithoutSeparator) {
  EXPECT_EQ(split_at(',', "a;b"), Parts{"a;b"});
  EXPECT_EQ(split_at(',', ""), Parts{""});
}

}  // namespace
}  // namespace freshet
