// A page as a sequence of tokens: a tag, or the text between two tags.
//
// Templates compare tokens, never strings, so a token is a hash and the place of its bytes. It is
// read off the tag index in one pass. Texts that a reader does not see, such as scripts and the
// title, are no tokens. References are not decoded, because a site writes its frame with the same
// bytes on every page.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

// A page with more tokens is not compared with others: it has no tokens.
inline constexpr std::size_t kPageTokensMax = 50'000;

// The shape of a token is what remains without words and attributes: a text, or a tag by its name.
using TokenShape = std::uint16_t;
inline constexpr TokenShape kTextShape = 0;
inline constexpr std::size_t kUnknownShapes = 64;  // names outside TagName share these
inline constexpr std::size_t kTokenShapes = 1 + 2 * (kTagNameCount + kUnknownShapes);

struct PageToken {
  std::uint64_t id;     // of a text: its words; of a start tag: name, class and id without digits
  std::uint32_t from;   // of the bytes; those of a text are all from one tag to the next
  std::uint32_t bytes;  // of a text: without white space at its ends and comments
  TokenShape shape;

  bool is_text() const { return shape == kTextShape; }
};

// How often a page has each kind of start tag (name, class, id), in bins by hash: what pages of one
// layout have in common.
inline constexpr std::size_t kTagBins = 256;
using TagBag = std::array<std::uint16_t, kTagBins>;

// Returns the distance of two pages by their bags of tags, 1 - sum of minima / sum of maxima: from
// 0 (the same tags) to 1 (no tag in common). The generalised Jaccard distance, a metric.
double bag_distance(const TagBag& a, const TagBag& b);

struct PageTokens {
  std::vector<PageToken> tokens;
  TagBag bag{};
  std::uint64_t print = 0;  // of all ids in order; equal for pages that say the same
  bool too_long = false;    // more tokens than kPageTokensMax
};

// `index` is that of `text` in the same scripting mode.
PageTokens tokenize(std::string_view text, const TagIndex& index, Scripting scripting);

// The same, reusing the memory of `page`.
void tokenize(std::string_view text, const TagIndex& index, Scripting scripting, PageTokens& page);

}  // namespace freshet
