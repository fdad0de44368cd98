// The text of a page in blocks; the overlap of two pages is their common blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kBlockShinglesMax = 8192;  // of one page; the rest is ignored

// A paragraph, an item, a link text, a drawing with its labels.
struct TextBlock {
  std::uint64_t hash = 0;
  std::uint32_t words = 0;
  std::uint32_t first_shingle = 0;  // in PageBlocks::shingles
  std::uint32_t shingles = 0;
};

// Unique blocks, sorted by hash, so pages that differ only in the order of blocks are equal.
// Digits, scripts, styles and words of the URL are ignored: pages that differ only in numbers, or
// that repeat their own address, are equal too.
struct PageBlocks {
  std::vector<TextBlock> blocks = {};
  std::vector<std::uint64_t> shingles = {};  // runs of three words within a block
  std::uint64_t words = 0;
  std::uint64_t fingerprint = 0;  // equal for pages with equal blocks
};

PageBlocks page_blocks(const Url& url, std::string_view text, const TagIndex& index);

// For a body that is not HTML: one block.
PageBlocks body_blocks(std::string_view body);

}  // namespace freshet
