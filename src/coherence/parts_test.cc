#include "coherence/parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

Time minute(std::int64_t number) { return Time{} + std::chrono::minutes(number); }

PageInterval part(std::uint32_t page, std::int64_t from, std::int64_t until) {
  return {.page = page, .interval = {minute(from), minute(until)}};
}

using PartIntervals = std::vector<PageInterval>;
using PartPages = std::vector<std::uint32_t>;

TEST(Parts, TheLargestSharesOneInstant) {
  const CoherentPart found =
      largest_part(PartIntervals{part(0, 0, 3), part(1, 2, 9), part(2, 5, 8)});
  EXPECT_EQ(found.pages, (PartPages{1, 2}));
  EXPECT_EQ(found.instant, (Interval{minute(5), minute(8)}));
  EXPECT_TRUE(largest_part({}).pages.empty());
}

// At 7 three pages hold, but the home page does not; at 2 the home page and 1, of which 2 is found.
TEST(Parts, TheLinkedPartBeginsAtTheHomePage) {
  const PartIntervals intervals = {part(0, 0, 3), part(1, 2, 8), part(2, 2, 8), part(3, 6, 8)};
  EXPECT_EQ(largest_part(intervals).pages, (PartPages{1, 2, 3}));
  const std::vector<PageLink> links = {{0, 1}, {1, 2}, {2, 3}, {7, 0}, {0, 9}};
  const CoherentPart found = largest_linked_part(intervals, links, 0);
  EXPECT_EQ(found.pages, (PartPages{0, 1, 2}));
  EXPECT_EQ(found.instant, (Interval{minute(2), minute(3)}));
  EXPECT_TRUE(found.is_exact);
}

TEST(Parts, APageBehindAnIncoherentOneIsNotReached) {
  const PartIntervals intervals = {part(0, 0, 9), part(1, 0, 1), part(2, 5, 9), part(3, 5, 9)};
  const std::vector<PageLink> links = {{0, 1}, {1, 2}, {0, 3}};
  EXPECT_EQ(largest_linked_part(intervals, links, 0).pages, (PartPages{0, 3}));
}

TEST(Parts, WithoutHomePageThereIsNone) {
  EXPECT_TRUE(largest_linked_part(PartIntervals{part(1, 0, 9)}, {}, 0).pages.empty());
  EXPECT_TRUE(largest_linked_part({}, {}, 0).pages.empty());
  EXPECT_TRUE(largest_linked_part(PartIntervals{part(0, 0, 9)}, {}, 0, {minute(20), minute(30)})
                  .pages.empty());
}

std::size_t reached_by_hand(const PartIntervals& intervals, const std::vector<PageLink>& links,
                            Time instant) {
  const PartPages open = pages_at(intervals, instant);
  std::set<std::uint32_t> reached;
  if (std::ranges::binary_search(open, 0U)) reached.insert(0);
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const PageLink& link : links)
      if (reached.contains(link.from) && std::ranges::binary_search(open, link.to))
        reached.insert(link.to);
  }
  return reached.size();
}

TEST(Parts, NoInstantReachesMorePages) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    PartIntervals intervals;
    std::vector<PageLink> links;
    for (std::uint32_t page = 0; page < 12; ++page) {
      for (int i = 0; i < 3; ++i) {
        const auto from = static_cast<std::int64_t>(random.below(60));
        intervals.push_back(part(page, from, from + static_cast<std::int64_t>(random.below(20))));
      }
      for (int i = 0; i < 2; ++i)
        links.push_back({page, static_cast<std::uint32_t>(random.below(12))});
    }
    std::size_t most = 0;
    for (std::int64_t at = 0; at <= 80; ++at)
      most = std::max(most, reached_by_hand(intervals, links, minute(at)));
    const CoherentPart found = largest_linked_part(intervals, links, 0);
    EXPECT_EQ(found.pages.size(), most);
    EXPECT_TRUE(found.is_exact);
  }
}

}  // namespace
}  // namespace freshet
