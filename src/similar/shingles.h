// Texts as sets of shingles: every run of k words, or of k characters, as one number.
//
// Two texts are as similar as their sets overlap (Broder, "On the resemblance and containment of
// documents", 1997). A shingle is kept as a hash of 64 bits; two different ones of a page being
// taken for one is as good as impossible, and would only make it seem a trifle more alike.
//
// Words are runs of letters and digits, in lower case as far as ASCII goes; everything else only
// parts them. Scripts that are written without spaces (Chinese, Japanese; Korean, too) count every
// character as a word. Characters are code points, as they stand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet {

inline constexpr std::size_t kWordsOfShingle = 3;       // what is used where nothing else is said
inline constexpr std::size_t kCharactersOfShingle = 8;  // the same for characters

// In order, repeated ones too. A text of fewer than `k` words is one shingle, an empty one none;
// `k` is at least 1. Into memory that is used again.
void word_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out);
void character_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out);

// Sorted, each once.
using ShingleSet = std::vector<std::uint64_t>;

ShingleSet word_shingle_set(std::string_view text, std::size_t k = kWordsOfShingle);
ShingleSet character_shingle_set(std::string_view text, std::size_t k = kCharactersOfShingle);

// |a and b| / |a or b|, exactly; 1 for two empty sets.
double jaccard(const ShingleSet& a, const ShingleSet& b);

// |a and b| / |a|: how much of `a` is in `b`; 1 if `a` is empty.
double containment(const ShingleSet& a, const ShingleSet& b);

}  // namespace freshet
