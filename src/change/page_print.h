// The fingerprint of a version of a page: hashes, counts and sketches instead of the page. Two
// prints suffice for the judge; showing the differences to a person needs the blocks (text_diff.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "change/blocks.h"
#include "html/tag_index.h"
#include "html/tag_names.h"
#include "similar/min_hash.h"
#include "similar/shingles.h"

namespace freshet {

// A block by its hashes; 0 stands for nothing.
struct BlockPrint {
  std::uint64_t text = 0;
  std::uint64_t links = 0;
  std::uint64_t markup = 0;
  std::uint64_t images = 0;
  std::uint32_t words = 0;
  bool is_content = true;  // outside menus, footers, banners, the template of the site

  // Returns the identity of the block: its text, or its images if it has none. Links are not part
  // of it.
  std::uint64_t identity() const { return text != 0 ? text : images; }

  bool operator==(const BlockPrint&) const = default;
};

struct PagePrint {
  std::uint64_t bytes_hash = 0;
  std::uint64_t text_hash = 0;  // of the blocks' texts, in order
  std::vector<BlockPrint> blocks;
  std::vector<std::uint64_t> links;                 // sorted, with duplicates
  std::vector<std::uint64_t> images;                // of the content; sorted, unique
  std::array<std::uint32_t, kTagNameCount> tags{};  // number of start tags by name
  ShingleSet shingles;                              // of the words
  MinHash sketch;
  std::size_t words = 0;
  bool tells_of_error = false;  // reads like the page of an error or a gatekeeper
  // The number of the site's design whose template explains the page; 0: none does. The caller sets
  // it.
  std::uint32_t design = 0;
};

// A kind of place is frame only if it holds less than this share of the text: the whole text of a
// cookie policy may be inside an element called "cookie".
inline constexpr double kFrameShareMax = 0.35;

// Returns the kinds of places (BlockPlace) that are the frame of this page; the rest is its
// content.
unsigned frame_of(const std::vector<Block>& blocks);

// Longer pages are not error or gatekeeper pages.
inline constexpr std::size_t kErrorPageWordsMax = 200;

// Returns true if a text of at most kErrorPageWordsMax words reads like the page of an error or a
// gatekeeper: "404 not found", "checking your browser".
bool reads_like_error(std::string_view text);

// `text` is the page as UTF-8 and `index` its index in the same scripting mode; `bytes` is the page
// as received. `template_texts`: see read_blocks.
PagePrint print_page(std::string_view bytes, std::string_view text, const TagIndex& index,
                     Scripting scripting, std::span<const std::uint32_t> template_texts = {});
PagePrint print_blocks(const std::vector<Block>& blocks);

// Dice's coefficient of the multisets of tags: 1 if all counts are equal, 0 if no tag is in both.
double same_structure(const PagePrint& a, const PagePrint& b);

}  // namespace freshet
