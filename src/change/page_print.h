// What is kept of a version of a page to compare others with it: hashes, counts and sketches, not
// the page. Comparing two prints says all that the judge wants to know; showing a person what
// differs needs the blocks (text_diff.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "change/blocks.h"
#include "html/tag_index.h"
#include "html/tag_names.h"
#include "similar/min_hash.h"
#include "similar/shingles.h"

namespace freshet {

// A block by its hashes; 0 stands for nothing there.
struct BlockPrint {
  std::uint64_t text = 0;
  std::uint64_t links = 0;
  std::uint64_t markup = 0;
  std::uint64_t images = 0;
  std::uint32_t words = 0;
  bool is_content = true;  // not in menus, footers, banners and the like

  // What tells the block from others: its text, or its images where it has none. Not its links.
  std::uint64_t identity() const { return text != 0 ? text : images; }

  bool operator==(const BlockPrint&) const = default;
};

struct PagePrint {
  std::uint64_t bytes_hash = 0;
  std::uint64_t text_hash = 0;  // of the blocks' texts, in order
  std::vector<BlockPrint> blocks;
  std::vector<std::uint64_t> links;                 // sorted, repeated ones too
  std::vector<std::uint64_t> images;                // of the content; sorted, each once
  std::array<std::uint32_t, kTagNameCount> tags{};  // how many start tags of each name
  ShingleSet shingles;                              // of the words
  MinHash sketch;
  std::size_t words = 0;
  bool tells_of_error = false;  // reads like the page of an error or of a gatekeeper
};

// A kind of place is the page's frame only if it holds less than this share of the text: the whole
// text of a cookie policy may stand in what calls itself "cookie".
inline constexpr double kFrameShareMax = 0.35;

// The kinds of places (BlockPlace) that are the frame of this page; what is in none of them is its
// content.
unsigned frame_of(const std::vector<Block>& blocks);

// Pages of errors and gatekeepers are short.
inline constexpr std::size_t kErrorPageWordsMax = 200;

// `text` is the page as UTF-8 and `index` its index in the same scripting mode; `bytes` is the page
// as it came.
PagePrint print_page(std::string_view bytes, std::string_view text, const TagIndex& index,
                     Scripting scripting);
PagePrint print_blocks(const std::vector<Block>& blocks);

// Dice's coefficient over the multisets of tags: 1 if there are as many of each, 0 if none is in
// both.
double same_structure(const PagePrint& a, const PagePrint& b);

}  // namespace freshet
