#include "refresh/check_batches.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

class CheckBatchesTest : public testing::Test {
 protected:
  // "host:worth " of each host that was woken.
  std::string woken() {
    std::string text;
    for (const CheckBatches::Wake& wake : batches_.take_woken())
      text += std::to_string(wake.host) + ":" + std::to_string(static_cast<int>(wake.worth)) + " ";
    return text;
  }

  CheckBatches batches_;
};

TEST_F(CheckBatchesTest, AHostIsWokenOnceForAllItsChecks) {
  batches_.add(3, 10, 2);
  batches_.add(1, 11, 5);
  batches_.add(3, 12, 1);
  EXPECT_EQ(woken(), "3:3 1:5 ");
  EXPECT_EQ(woken(), "");
  batches_.add(3, 13, 1);
  EXPECT_EQ(woken(), "");
  EXPECT_EQ(batches_.take(3), (std::vector<PageIndex>{10, 12, 13}));
  EXPECT_EQ(batches_.take(7), std::vector<PageIndex>{});
}

TEST_F(CheckBatchesTest, AfterItsBatchWasTakenAHostIsWokenAgain) {
  batches_.add(0, 1, 4);
  EXPECT_EQ(woken(), "0:4 ");
  batches_.take(0);
  batches_.add(0, 2, 1);
  EXPECT_EQ(woken(), "0:1 ");
}

TEST_F(CheckBatchesTest, AVisitThatEndsWakesItsHostForChecksThatCameMeanwhile) {
  batches_.add(0, 1, 4);
  EXPECT_EQ(woken(), "0:4 ");
  batches_.take(0);
  batches_.visit_ended(0);
  EXPECT_EQ(woken(), "");
  batches_.add(0, 2, 1);
  batches_.visit_ended(0);
  EXPECT_EQ(woken(), "0:1 ");
}

}  // namespace
}  // namespace freshet
