#include "coherence/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

Time second(std::int64_t second) { return Time{} + std::chrono::seconds(second); }

PageInterval covers(std::uint32_t number, std::int64_t from, std::int64_t until) {
  return {.page = number, .interval = {second(from), second(until)}};
}

using Coverage = std::vector<PageInterval>;

TEST(Sweep, FindsTheInstantThatMostPagesCover) {
  const BestInstant best = best_instant(
      Coverage{covers(0, 0, 10), covers(1, 5, 20), covers(2, 8, 9), covers(3, 30, 40)});
  EXPECT_EQ(best.pages, 3U);
  EXPECT_EQ(best.interval, (Interval{second(8), second(9)}));
  EXPECT_EQ(best.instant(), second(8) + std::chrono::milliseconds(500));
}

TEST(Sweep, IntervalsAreClosed) {
  const BestInstant best = best_instant(Coverage{covers(0, 0, 10), covers(1, 10, 20)});
  EXPECT_EQ(best.pages, 2U);
  EXPECT_EQ(best.interval, (Interval{second(10), second(10)}));
}

TEST(Sweep, PrefersTheLongestThenTheLast) {
  EXPECT_EQ(best_instant(Coverage{covers(0, 0, 9), covers(0, 20, 25)}).interval,
            (Interval{second(0), second(9)}));
  EXPECT_EQ(best_instant(Coverage{covers(0, 0, 5), covers(0, 20, 25)}).interval,
            (Interval{second(20), second(25)}));
}

TEST(Sweep, APageCountsOnce) {
  const BestInstant best = best_instant(Coverage{
      covers(1, 4, 6), covers(0, 5, 20), covers(0, 0, 10), covers(0, 20, 30), covers(2, 25, 26)});
  EXPECT_EQ(best.pages, 2U);
  EXPECT_EQ(best.interval, (Interval{second(4), second(6)}));
}

TEST(Sweep, SortsManyIntervalsThatBeginTogether) {
  Coverage intervals;
  for (std::uint32_t i = 0; i < 100; ++i) intervals.push_back(covers(99 - i / 2, 5, 6 + i));
  const BestInstant best = best_instant(intervals);
  EXPECT_EQ(best.pages, 50U);
  EXPECT_EQ(best.interval, (Interval{second(5), second(7)}));
}

TEST(Sweep, LooksOnlyWithinTheGivenTime) {
  const Coverage intervals = {covers(0, 0, 100), covers(1, 0, 10), covers(2, 50, 60)};
  const BestInstant best = best_instant(intervals, {second(20), second(55)});
  EXPECT_EQ(best.pages, 2U);
  EXPECT_EQ(best.interval, (Interval{second(50), second(55)}));
  EXPECT_EQ(best_instant(intervals, {second(200), second(300)}).pages, 0U);
  EXPECT_EQ(best_instant(intervals, {Time::min(), Time::max()}).pages, 2U);
}

TEST(Sweep, NothingCoversNothing) {
  EXPECT_EQ(best_instant({}).pages, 0U);
  EXPECT_EQ(best_instant(Coverage{covers(0, 10, 0)}).pages, 0U);
  EXPECT_TRUE(coverage_peaks({}).empty());
}

TEST(Sweep, PeaksHoldEverySetThatCannotGrow) {
  const std::vector<BestInstant> peaks =
      coverage_peaks(Coverage{covers(0, 0, 10), covers(1, 5, 20), covers(2, 15, 30)});
  ASSERT_EQ(peaks.size(), 2U);
  EXPECT_EQ(peaks[0].interval, (Interval{second(5), second(10)}));
  EXPECT_EQ(peaks[1].interval, (Interval{second(15), second(20)}));
}

TEST(Sweep, NamesThePagesOfAnInstant) {
  const Coverage intervals = {covers(3, 0, 10), covers(1, 5, 20), covers(1, 6, 7),
                              covers(2, 11, 12)};
  EXPECT_EQ(pages_at(intervals, second(6)), (std::vector<std::uint32_t>{1, 3}));
}

// Returns the number of pages that cover an instant, by looking at each interval.
std::size_t count_at(const Coverage& intervals, Time instant) {
  std::set<std::uint32_t> pages;
  for (const PageInterval& each : intervals)
    if (each.interval.contains(instant)) pages.insert(each.page);
  return pages.size();
}

TEST(Sweep, IsRightOnRandomIntervals) {
  Random random(1);
  for (int trial = 0; trial < 500; ++trial) {
    // Some far apart, so that sorting needs several digits.
    const std::uint64_t range = std::uint64_t{1} << (3 + random.below(30));
    Coverage intervals(random.below(30));
    for (PageInterval& each : intervals) {
      const auto from = static_cast<std::int64_t>(random.below(range));
      each = covers(static_cast<std::uint32_t>(random.below(8)), from,
                    from + static_cast<std::int64_t>(random.below(range / 4 + 1)));
    }
    std::size_t most = 0;
    for (const PageInterval& each : intervals)
      most = std::max(most, count_at(intervals, each.interval.from));
    const BestInstant best = best_instant(intervals);
    EXPECT_EQ(best.pages, most);
    if (most == 0) continue;
    for (const Time time : {best.interval.from, best.instant(), best.interval.until})
      EXPECT_EQ(count_at(intervals, time), most);
    EXPECT_LT(count_at(intervals, best.interval.from - Duration{1}), most);
    EXPECT_LT(count_at(intervals, best.interval.until + Duration{1}), most);
    for (const BestInstant& peak : coverage_peaks(intervals))
      EXPECT_EQ(count_at(intervals, peak.instant()), peak.pages);
  }
}

}  // namespace
}  // namespace freshet
