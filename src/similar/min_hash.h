// MinHash: a set of shingles as 128 numbers; the share of equal numbers estimates the overlap of
// two sets.
//
// One permutation hashing (Li, Owen and Zhang, 2012): some bits of a shingle select one of 128
// bins, others are its value; the minimum of each bin is kept. So a shingle costs one step and not
// 128. Empty bins borrow the value of another, found by a sequence that depends on the bin alone,
// which keeps the estimate unbiased ("optimal densification", Shrivastava, 2017). Design:
// docs/design/similar.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace freshet {

inline constexpr std::size_t kMinHashes = 128;

struct MinHash {
  std::array<std::uint32_t, kMinHashes> least;

  bool operator==(const MinHash&) const = default;
};

// Independent of the order and repetition of shingles.
MinHash min_hash(std::span<const std::uint64_t> shingles);

// Estimates the Jaccard similarity of the two sets with a standard error of sqrt(j (1 - j) / 128),
// somewhat more for sets of fewer than about 500 shingles. Exact for equal sets, and for empty
// ones.
double resemblance(const MinHash& a, const MinHash& b);

}  // namespace freshet
