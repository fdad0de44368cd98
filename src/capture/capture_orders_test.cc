#include "capture/capture_orders.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr Duration kMinute = std::chrono::minutes(1);

class CaptureOrdersTest : public testing::Test {
 protected:
  CapturePage page(double rate, std::uint16_t depth = 0) {
    const CapturePage number = book.add({.host = std::nullopt, .url = std::to_string(book.size())});
    book[number].changes_per_day = rate;
    book[number].depth = depth;
    all.push_back(number);
    return number;
  }
  static Time minute(int count) { return Time(count * kMinute); }

  CaptureBook book;
  std::vector<CapturePage> all;
};

TEST_F(CaptureOrdersTest, VisitsFromColdToHotAndBreadthFirstByDepth) {
  const CapturePage hot = page(10, 2), cold = page(0.1, 1), mild = page(1, 0);
  EXPECT_EQ(visit_order(book, all, {.policy = "freshet"}, kMinute).value(),
            (std::vector<CapturePage>{cold, mild, hot}));
  EXPECT_EQ(visit_order(book, all, {.policy = "breadth-first"}, kMinute).value(),
            (std::vector<CapturePage>{mild, cold, hot}));
  EXPECT_EQ(visit_order(book, all, {.policy = "none"}, kMinute).error().code, Errc::invalid);
}

TEST_F(CaptureOrdersTest, RevisitsByWhatWaitingCostsOrInReverse) {
  const CapturePage hot = page(10), cold = page(0.1), mild = page(1);
  book.observe_first(hot, minute(1));
  book.observe_first(mild, minute(2));
  book.observe_first(cold, minute(3));
  EXPECT_EQ(revisit_order(book, all, {.policy = "freshet"}, kMinute, minute(4), 3),
            (std::vector<CapturePage>{hot, mild, cold}));
  EXPECT_EQ(revisit_order(book, all, {.policy = "breadth-first"}, kMinute, minute(4), 3),
            (std::vector<CapturePage>{cold, mild, hot}));
  EXPECT_EQ(revisit_order(book, all, {.policy = "freshet"}, kMinute, minute(4), 2),
            (std::vector<CapturePage>{mild, cold}))
      << "the most probably unchanged ones";
  EXPECT_EQ(revisit_order(book, all, {.policy = "breadth-first"}, kMinute, minute(4), 1),
            (std::vector<CapturePage>{cold}));
}

TEST_F(CaptureOrdersTest, VisitsAgainWhatHasProbablyChangedButNotHopelessPages) {
  const CapturePage hot = page(10), cold = page(0.0001), mild = page(2), hopeless = page(5000);
  for (const CapturePage each : all) book.observe_first(each, minute(0));
  const Time later = minute(24 * 60);
  EXPECT_EQ(visit_again_order(book, all, kMinute, later), (std::vector<CapturePage>{mild, hot}));
  EXPECT_TRUE(visit_again_order(book, all, kMinute, minute(1)).empty());
  EXPECT_NE(cold, hopeless);
}

TEST_F(CaptureOrdersTest, TellsThePaceAtWhichAShareCanBeExpected) {
  for (int i = 0; i < 100; ++i) page(1);
  const std::vector<PacedPages> hosts = {{.pages = all, .slot = kMinute}};
  const CaptureOutlook outlook = outlook_of(book, hosts, 0.99, 1);
  EXPECT_EQ(outlook.slot, kMinute);
  // The mean of exp(-x) for x from 0 to 200 minutes of a day.
  EXPECT_NEAR(outlook.expected, 0.934, 0.001);
  ASSERT_TRUE(outlook.slot_needed);
  EXPECT_EQ(*outlook.slot_needed, kMinute / 8) << "6.6 % are lost, halved three times";
  EXPECT_EQ(outlook_of(book, hosts, 0.9, 1).slot_needed, kMinute);
  const CaptureOutlook sobered = outlook_of(book, hosts, 0.99, 0.868);
  EXPECT_NEAR(sobered.expected, 0.868, 0.001) << "twice as much was lost as the rates say";
  EXPECT_EQ(sobered.slot_needed, kMinute / 16);
  for (const CapturePage each : all) book[each].changes_per_day = -1;
  EXPECT_FALSE(outlook_of(book, hosts, 0.99, 1).slot_needed) << "unknown rates promise nothing";
}

}  // namespace
}  // namespace freshet
