#include "predict/history.h"

#include <gtest/gtest.h>

#include "predict/nutch.h"

namespace freshet {
namespace {

std::size_t after(const HistoricClasses& classes, std::size_t first, int changed, int unchanged) {
  HistoricPage page(first);
  for (int i = 0; i < changed; ++i) page.observe(true, classes);
  for (int i = 0; i < unchanged; ++i) page.observe(false, classes);
  return page.current();
}

// Barbosa et al., section 3.4: the worked example with the classes of Table 2.
TEST(Historic, FollowsTheExampleOfThePaper) {
  EXPECT_EQ(after(table_2_classes(), 1, 6, 2), 0U);  // 6 of 8: 0.75 > 0.7
  EXPECT_EQ(after(table_2_classes(), 1, 1, 7), 2U);  // 1 of 8: 0.125 < 0.3
  EXPECT_EQ(after(table_2_classes(), 1, 4, 4), 1U);
}

TEST(Historic, ClassifiesOnlyWhenTheWindowIsFull) {
  EXPECT_EQ(after(table_2_classes(), 1, 7, 0), 1U);
  EXPECT_EQ(after(table_2_classes(), 1, 8, 0), 0U);
}

TEST(Historic, MovesOneGroupAtATimeAndStaysWithinThem) {
  const HistoricClasses classes = table_4_classes();
  HistoricPage page(3);
  EXPECT_EQ(page.observe(true, classes), 2U);
  EXPECT_EQ(page.observe(true, classes), 2U);
  EXPECT_EQ(page.observe(true, classes), 1U);
  EXPECT_EQ(after(classes, 0, 30, 0), 0U);
  EXPECT_EQ(after(classes, 3, 0, 30), 3U);
}

TEST(Historic, AThresholdItselfDoesNotMove) {
  const HistoricClasses classes = {{1, 5, 0.2, 0.8}, {2, 5, 0.2, 0.8}, {3, 5, 0.2, 0.8}};
  EXPECT_EQ(after(classes, 1, 4, 1), 1U);
  EXPECT_EQ(after(classes, 1, 1, 4), 1U);
}

TEST(Nutch, ShortensAfterAChangeAndLengthensAfterNone) {
  EXPECT_DOUBLE_EQ(next_interval(10, true, 0, {}).days, 8);
  EXPECT_DOUBLE_EQ(next_interval(10, false, 0, {}).days, 14);
  EXPECT_DOUBLE_EQ(next_interval(300, false, 0, {}).days, 365);
  EXPECT_DOUBLE_EQ(next_interval(1e-9, true, 0, {}).days, 60.0 / 86'400);
}

TEST(Nutch, SyncDrawsTheNextCheckTowardsTheLastChange) {
  NutchOptions options;
  options.syncs = true;
  const NutchInterval next = next_interval(10, false, 50, options);
  EXPECT_DOUBLE_EQ(next.days, 50);
  EXPECT_DOUBLE_EQ(next.days_earlier, 15);
  EXPECT_DOUBLE_EQ(next_interval(10, false, -50, options).days, 14);
}

}  // namespace
}  // namespace freshet
