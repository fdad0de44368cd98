#include "base/check.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(CheckDeathTest, ABrokenContractStopsTheProgramAndSaysWhichOne) {
  require(true, "holds");
  EXPECT_DEATH(require(false, "the sky is blue"),
               "check_test.cc:.*contract broken: the sky is blue");
}

}  // namespace
}  // namespace freshet
