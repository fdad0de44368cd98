// The reference for templates: the algorithm of Genovese and Geraci, "Web crawling and processing
// with limited resources" (2018), section 3.1.1, to the letter, and the naive rule. Both are there
// to be compared with template.h, which is what runs.
//
// A token is a tag or the text between two tags. Two pages are aligned by the global alignment of
// Needleman and Wunsch and become a consensus page, the union of their tokens with the frequency of
// each. Of t pages, a power of two, pairs are aligned bottom up until one consensus is left; its
// tokens in more than half of the pages are the template. Quadratic in the length of pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "clean/tokens.h"
#include "similar/align.h"

namespace freshet {

// The scores of the alignment.
inline constexpr int kPaperMatch = 1;
inline constexpr int kPaperMismatch = -1;
inline constexpr int kPaperGap = -1;

struct ConsensusToken {
  std::uint64_t id;
  std::uint32_t pages;
};
using ConsensusPage = std::vector<ConsensusToken>;

// Returns the equal tokens that the alignment of Needleman and Wunsch pairs.
std::vector<Match> align_needleman_wunsch(std::span<const std::uint64_t> a,
                                          std::span<const std::uint64_t> b);

// `pages` are a power of two, at least one.
ConsensusPage distil_consensus(std::span<const PageTokens> pages);

// Returns the ids of the tokens that more than half of the `t` pages have, in order.
std::vector<std::uint64_t> paper_template(std::span<const PageTokens> pages);

// Returns true for each token of `page` that the alignment pairs with the template.
std::vector<bool> match_paper_template(std::span<const std::uint64_t> paper,
                                       const PageTokens& page);

// The naive rule: the texts that are in at least half of the pages.
std::unordered_set<std::uint64_t> naive_template(std::span<const PageTokens> pages);

}  // namespace freshet
