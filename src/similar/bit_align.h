// The longest common subsequence of two sequences of small numbers, 64 elements of one at a time.
//
// A row of the table of lengths rises by 0 or 1 from each cell to the next, so a row is a string of
// bits, and the next row follows from it by one addition (Crochemore, Iliopoulos, Pinzon and Reid,
// "A fast and practical bit-vector algorithm for the longest common subsequence problem", 2001).
// All rows are kept, and the way back through them finds the pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "similar/align.h"

namespace freshet {

// Limit of the table: a pair of sequences that needs more words is not aligned.
inline constexpr std::size_t kBitAlignWordsMax = std::size_t{1} << 18;

// Keeps its memory from one call to the next. Not thread-safe.
class BitAligner {
 public:
  using Symbol = std::uint32_t;

  // Elements from here on are equal to nothing.
  static constexpr Symbol kNoSymbol = ~Symbol{0};

  // Returns the pairs of a longest common subsequence, ascending, valid until the next call. All
  // other elements are less than `symbols`. Returns no pair if the table would be too large.
  std::span<const Match> align(std::span<const Symbol> a, std::span<const Symbol> b,
                               std::size_t symbols);

 private:
  void note_places(std::span<const Symbol> a, std::size_t words);
  void fill(std::span<const Symbol> b, std::size_t words);
  void walk_back(std::span<const Symbol> a, std::span<const Symbol> b, std::size_t words);

  std::vector<std::uint32_t> mask_of_;  // for each symbol: one more than the number of its mask
  std::vector<std::uint64_t> masks_;    // the places of a symbol in `a`
  std::vector<std::uint64_t> rows_;     // for each kept element of `b`; a 0 is a rise
  std::vector<std::uint32_t> kept_;     // elements of `b` that occur in `a`
  std::vector<Match> matches_;
};

}  // namespace freshet
