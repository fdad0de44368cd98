#include "coherence/blur.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

constexpr Duration day(int number) { return std::chrono::days(number); }

constexpr Time kBegin = Time{} + day(15'000);
constexpr Interval kTenDays = {kBegin, kBegin + day(10)};

TEST(Blur, OfAPageIsTheMeanDistanceTimesItsRate) {
  // At an end all instants lie on one side, 5 days away on average; in the middle 2.5.
  EXPECT_NEAR(page_blur(2, kBegin, kTenDays), 10, 1e-9);
  EXPECT_NEAR(page_blur(2, kBegin + day(10), kTenDays), 10, 1e-9);
  EXPECT_NEAR(page_blur(2, kBegin + day(5), kTenDays), 5, 1e-9);
  EXPECT_NEAR(page_blur(1, kBegin + day(2), kTenDays), (4 - 20 + 50) / 10.0, 1e-9);
  EXPECT_NEAR(page_blur(1, kBegin - day(3), kTenDays), 8, 1e-9);
  EXPECT_NEAR(page_blur(1, kBegin + day(13), kTenDays), 8, 1e-9);
  EXPECT_NEAR(page_blur(1, kBegin + day(3), {kBegin, kBegin}), 3, 1e-9);
  EXPECT_EQ(page_blur(0, kBegin, kTenDays), 0);
  EXPECT_GT(page_blur(std::nan(""), kBegin, kTenDays), 1e6);
}

TEST(Blur, OfKnownChangesCountsThoseBetweenCaptureAndReader) {
  // Captured on day 5. The change of day 8 separates readers of days 8 to 10, that of day 1 readers
  // of the first.
  const std::vector<Time> changes = {kBegin + day(1), kBegin + day(8)};
  EXPECT_NEAR(drawn_page_blur(changes, kBegin + day(5), kTenDays), 0.1 + 0.2, 1e-9);
  EXPECT_NEAR(drawn_page_blur(changes, kBegin, kTenDays), 0.9 + 0.2, 1e-9);
  const std::vector<Time> outside = {kBegin - day(1), kBegin + day(11)};
  EXPECT_EQ(drawn_page_blur(outside, kBegin + day(5), kTenDays), 0);
  EXPECT_EQ(drawn_page_blur(changes, kBegin + day(5), {kBegin, kBegin}), 1);
  EXPECT_EQ(drawn_page_blur(changes, kBegin + day(5), {kBegin + day(9), kBegin + day(9)}), 1);
}

TEST(Blur, ExpectsTheMeanOfDraws) {
  Random random(1);
  double sum = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<Time> changes;
    for (double day = 0; day < 10;) {
      day -= std::log(1 - random.unit()) / 1.5;
      changes.push_back(kBegin + Duration{static_cast<Duration::rep>(day * 86'400e6)});
    }
    sum += drawn_page_blur(changes, kBegin + day(3), kTenDays);
  }
  const double expected = page_blur(1.5, kBegin + day(3), kTenDays);
  EXPECT_NEAR(sum / kDraws, expected, 0.03 * expected);
}

TEST(Blur, NoOrderIsSharperThanSharc) {
  const std::vector<double> rates = {0.1, 3, 0.5, 1, 2, 7};
  const PlannedSite site{.rates = rates, .slot = std::chrono::hours(1)};
  const double sharc = expected_blur(nested_plan(sharc_order(site)), rates, site.slot);
  std::vector<std::uint32_t> order(rates.size());
  std::iota(order.begin(), order.end(), 0U);
  double best = expected_blur(nested_plan(order), rates, site.slot);
  while (std::ranges::next_permutation(order).found)
    best = std::min(best, expected_blur(nested_plan(order), rates, site.slot));
  EXPECT_NEAR(sharc, best, 1e-12);
  EXPECT_EQ(expected_blur({}, rates, site.slot), 0);
}

}  // namespace
}  // namespace freshet
