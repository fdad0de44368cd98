#include "similar/bit_align.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

using Symbols = std::vector<BitAligner::Symbol>;

// The dynamic program of the textbook.
std::size_t longest(const Symbols& a, const Symbols& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      table[i][j] = a[i - 1] == b[j - 1] && a[i - 1] != BitAligner::kNoSymbol
                        ? table[i - 1][j - 1] + 1
                        : std::max(table[i - 1][j], table[i][j - 1]);
  return table[a.size()][b.size()];
}

TEST(BitAligner, FindsALongestCommonSubsequence) {
  Random random(1);
  BitAligner aligner;
  for (int round = 0; round < 400; ++round) {
    const std::size_t symbols = 1 + random.below(40);
    Symbols a(random.below(300)), b(random.below(300));
    for (Symbols* sequence : {&a, &b})
      for (auto& symbol : *sequence)
        symbol = random.with_probability(0.1)
                     ? BitAligner::kNoSymbol
                     : static_cast<BitAligner::Symbol>(random.below(symbols));
    const auto matches = aligner.align(a, b, symbols);
    EXPECT_EQ(matches.size(), longest(a, b));
    for (std::size_t i = 0; i < matches.size(); ++i) {
      EXPECT_EQ(a[matches[i].a], b[matches[i].b]);
      EXPECT_NE(a[matches[i].a], BitAligner::kNoSymbol);
      if (i > 0) {
        EXPECT_LT(matches[i - 1].a, matches[i].a);
        EXPECT_LT(matches[i - 1].b, matches[i].b);
      }
    }
  }
}

TEST(BitAligner, LeavesSequencesAloneThatNeedTooLargeATable) {
  const Symbols a(64 * 1024, 0), b(kBitAlignWordsMax / 1024 + 1, 0);
  BitAligner aligner;
  EXPECT_TRUE(aligner.align(a, b, 1).empty());
  EXPECT_EQ(aligner.align(a, std::span(b).first(b.size() - 1), 1).size(), b.size() - 1);
}

}  // namespace
}  // namespace freshet
