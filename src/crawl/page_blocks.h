// The text of a page in blocks: what two pages have in common is what their blocks share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kBlockShinglesMax = 8192;  // of one page; the rest is left out

// A paragraph, an item, a link text.
struct TextBlock {
  std::uint64_t hash = 0;
  std::uint32_t words = 0;
  std::uint32_t first_shingle = 0;  // in PageBlocks::shingles
  std::uint32_t shingles = 0;
};

// Each block once, sorted by hash, so pages that differ in the order of their blocks are equal.
// Left out are digits, scripts, styles, and words that stand in the URL: pages that differ only in
// numbers, or that repeat their own address, are equal too.
struct PageBlocks {
  std::vector<TextBlock> blocks = {};
  std::vector<std::uint64_t> shingles = {};  // runs of three words within a block
  std::uint64_t words = 0;
  std::uint64_t fingerprint = 0;  // equal for pages with equal blocks
};

PageBlocks page_blocks(const Url& url, std::string_view text, const TagIndex& index);

// A body that is no HTML: one block.
PageBlocks body_blocks(std::string_view body);

}  // namespace freshet
