// MinHash: a set of shingles as 128 numbers, of which two sets share about as many as they overlap.
//
// One permutation hashing (Li, Owen and Zhang, 2012): each shingle falls into one of 128 bins by
// some of its bits and counts there by others; the least of each bin is kept. So a shingle costs
// one step and not 128. Bins that stay empty take the value of another, found by a sequence that
// depends on the bin alone, which keeps the estimate without bias ("optimal densification",
// Shrivastava, 2017). Design: docs/design/similar.md.
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

// Repeated shingles and their order do not matter.
MinHash min_hash(std::span<const std::uint64_t> shingles);

// About the Jaccard similarity of the two sets: off by sqrt(j (1 - j) / 128) on average, somewhat
// more where sets have fewer than some 500 shingles. Exact for equal sets, and for empty ones.
double resemblance(const MinHash& a, const MinHash& b);

}  // namespace freshet
