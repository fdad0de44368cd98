#include "similar/align.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/random.h"

namespace freshet {
namespace {

using Sequence = std::vector<std::uint64_t>;

// The naive version: returns the length of the longest common subsequence.
std::size_t naive_length(const Sequence& a, const Sequence& b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      best[i][j] =
          a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
  return best[a.size()][b.size()];
}

void expect_matches(const Sequence& a, const Sequence& b, const std::vector<Match>& matches) {
  for (std::size_t i = 0; i < matches.size(); ++i) {
    ASSERT_LT(matches[i].a, a.size());
    ASSERT_LT(matches[i].b, b.size());
    ASSERT_EQ(a[matches[i].a], b[matches[i].b]);
    if (i == 0) continue;
    ASSERT_LT(matches[i - 1].a, matches[i].a);
    ASSERT_LT(matches[i - 1].b, matches[i].b);
  }
}

TEST(Align, FindsTheLongestWhereItIsCheap) {
  Random random(1);
  for (int round = 0; round < 600; ++round) {
    const std::uint64_t kinds = 1 + random.below(8);
    Sequence a(random.below(30)), b(random.below(30));
    for (auto& x : a) x = random.below(kinds);
    for (auto& x : b) x = random.below(kinds);
    const std::vector<Match> matches = align(a, b);
    expect_matches(a, b, matches);
    ASSERT_EQ(matches.size(), naive_length(a, b));
  }
}

TEST(Align, FindsAnchorsInLongSequences) {
  Sequence a, b;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    a.push_back(i % 7 == 0 ? 1'000'000 : i);
    b.push_back(i % 7 == 0 ? 1'000'000 : i % 11 == 0 ? i + 2'000'000 : i);
  }
  std::reverse(b.begin() + 100, b.begin() + 110);
  const std::vector<Match> matches = align(a, b);
  expect_matches(a, b, matches);
  EXPECT_GT(matches.size(), 4500u);
}

TEST(Align, GivesUpOnLongSequencesWithoutAnchors) {
  Sequence a(3000, 1), b(3000, 2);
  for (std::size_t i = 0; i < 3000; i += 2) a[i] = b[2999 - i] = 3;
  a.front() = 4;
  b.back() = 5;
  expect_matches(a, b, align(a, b));
  EXPECT_EQ(align(Sequence(100'000, 1), Sequence(100'001, 1)).size(), 100'000u);
}

}  // namespace
}  // namespace freshet
