// Texts as sets of shingles: every run of k words, or of k characters, as one number.
//
// The similarity of two texts is the overlap of their sets (Broder, "On the resemblance and
// containment of documents", 1997). A shingle is stored as a hash of 64 bits; collisions within a
// page are practically impossible, and would only make it seem slightly more similar.
//
// Words are runs of letters and digits, in lower case as far as ASCII goes; everything else
// separates them. In scripts written without spaces (Chinese, Japanese; Korean, too) every
// character counts as a word. Characters are code points, unchanged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet {

inline constexpr std::size_t kWordsOfShingle = 3;       // the default
inline constexpr std::size_t kCharactersOfShingle = 8;  // the same for characters

// Returns shingles in order, with duplicates, into reused memory. A text of fewer than `k` words is
// one shingle, an empty one none; `k` is at least 1.
void word_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out);
void character_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out);

// Sorted, unique.
using ShingleSet = std::vector<std::uint64_t>;

ShingleSet word_shingle_set(std::string_view text, std::size_t k = kWordsOfShingle);
ShingleSet character_shingle_set(std::string_view text, std::size_t k = kCharactersOfShingle);

// Returns |a and b| / |a or b|, exactly; 1 for two empty sets.
double jaccard(const ShingleSet& a, const ShingleSet& b);

// Returns |a and b| / |a|: the part of `a` that is in `b`; 1 if `a` is empty.
double containment(const ShingleSet& a, const ShingleSet& b);

}  // namespace freshet
