// How far apart the structures of two pages are, and a cheap lower bound of it.
//
// With n and m the numbers of tags of two pages, L the length of the longest common subsequence of
// their tags and M the size of the intersection of the two multisets:
//   d = 1 - L / (n + m - L)    the normalised insert-delete distance (Li and Liu, 2007)
//   f = 1 - M / (n + m - M)    the generalised Jaccard distance
// Both are metrics, and f <= d since L <= M. The similar form 1 - 2L / (n + m) violates the
// triangle inequality, on which farthest_first.h depends. Design: docs/design/clean.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "html/tag_index.h"

namespace freshet {

// Longer pages are compared by their first tags, so that a distance takes a bounded time.
inline constexpr std::size_t kTagSequenceMax = 4096;

// The start tags of a page as numbers. Invariant: `counts` has each distinct tag with its number of
// occurrences, in ascending order.
class TagSequence {
 public:
  TagSequence() = default;
  // Keeps the first kTagSequenceMax tags.
  explicit TagSequence(std::vector<std::uint32_t> tags);

  std::size_t size() const { return tags_.size(); }
  const std::vector<std::uint32_t>& tags() const { return tags_; }
  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& counts() const { return counts_; }

  friend bool operator==(const TagSequence&, const TagSequence&) = default;

 private:
  std::vector<std::uint32_t> tags_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> counts_;
};

// Returns the start tags of a page. Known elements have the number of their TagName, all others a
// number from a hash of their name.
TagSequence tag_sequence(std::string_view text, const TagIndex& index);

// One page, prepared to be compared with many: the positions of each tag as bits.
class TagPattern {
 public:
  // `sequence` must outlive it.
  explicit TagPattern(const TagSequence& sequence);

  // Returns the length of the longest common subsequence (Hyyro, "Bit-parallel LCS-length
  // computation revisited", 2004): 64 cells of the dynamic program at a time.
  std::size_t lcs_length(const TagSequence& other) const;

  double distance(const TagSequence& other) const;

 private:
  const TagSequence& sequence_;
  std::size_t words_;                     // of one row of `positions_`
  std::vector<std::uint64_t> positions_;  // a row for each of sequence_.counts()
};

// Returns d. Each distance is one division of whole numbers, so that two distances compare exactly
// as the fractions do.
double tag_distance(const TagSequence& a, const TagSequence& b);

// Returns f, in time linear in the numbers of distinct tags.
double tag_distance_bound(const TagSequence& a, const TagSequence& b);

}  // namespace freshet
