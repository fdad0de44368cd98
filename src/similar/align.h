// Alignment of two sequences: a common subsequence, the longest if that is cheap to find.
//
// The common beginning and end are matched first. Then elements that are unique in both are anchors
// (Bram Cohen's "patience diff"), and the parts between two anchors are aligned in the same way;
// small remainders by the dynamic program for the longest common subsequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace freshet {

inline constexpr std::size_t kAlignCellsMax = std::size_t{1} << 18;  // of the table for a remainder
inline constexpr std::size_t kAlignDepthMax = 32;  // of the recursion between anchors

struct Match {
  std::size_t a;  // indexes of two equal elements
  std::size_t b;

  bool operator==(const Match&) const = default;
};

// Returns matches that ascend in both. A remainder that is too large and has no anchors gets no
// matches.
std::vector<Match> align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace freshet
