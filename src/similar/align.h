// Which elements of two sequences belong together, in order: a common subsequence, the longest
// where that is cheap to find.
//
// What both sequences begin and end with is matched first. Then elements that are unique in both
// are anchors (Bram Cohen's "patience diff"), and what lies between two anchors is aligned in the
// same way; small rests by the table of the longest common subsequence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace freshet {

inline constexpr std::size_t kAlignCellsMax = std::size_t{1} << 18;  // of the table for a rest
inline constexpr std::size_t kAlignDepthMax = 32;                    // anchors between anchors

struct Match {
  std::size_t a;  // places of two equal elements
  std::size_t b;

  bool operator==(const Match&) const = default;
};

// Ascending in both. A rest that is too large and has no anchors stays without matches.
std::vector<Match> align(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

}  // namespace freshet
