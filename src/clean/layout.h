// The consensus of the pages of one layout: columns in page order, each a tag or a place for text.
//
// A place remembers the texts that stood in it and on how many pages, so that "Private" in a place
// that says "Public" elsewhere is known as a value, however often it occurs. A new page is aligned
// with the columns (page_aligner.h). While the layout is young its tokens without a column become
// columns; later pages only vote. After Genovese and Geraci, "Web crawling and processing with
// limited resources" (2018), section 3.1.1, whose columns are tokens: paper_template.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "clean/tokens.h"

namespace freshet {

inline constexpr std::size_t kPlaceTextsMax = 8;            // remembered texts of a place
inline constexpr std::size_t kColumnsMax = kPageTokensMax;  // of a layout
inline constexpr std::size_t kColumnsToGrowMax = 20'000;    // a longer layout gets no new columns
inline constexpr std::size_t kLongTextsMax = 4'096;  // texts of a layout that are counted anywhere
inline constexpr std::uint32_t kVotingPagesMax = 512;  // then all votes are halved

// Texts of at least this many bytes are also counted wherever they stand: a paragraph that several
// pages share is the site's, even if it moves.
inline constexpr std::uint32_t kLongTextBytes = 40;

struct TextVotes {
  std::uint64_t text;
  std::uint32_t pages;

  bool operator==(const TextVotes&) const = default;
};

struct TextPlace {
  std::array<TextVotes, kPlaceTextsMax> texts{};
  std::uint32_t texts_used = 0;
  std::uint32_t filled = 0;  // pages with a text here
  std::uint32_t others = 0;  // votes for texts that are not remembered

  // If all places are taken, a text that one page had is forgotten.
  void vote(std::uint64_t text);
  std::uint32_t votes(std::uint64_t text) const;                  // pages with `text` here
  std::uint64_t commonest() const;                                // 0 if there is none
  std::uint32_t distinct() const { return texts_used + others; }  // different texts, or more
  bool operator==(const TextPlace&) const = default;
};

inline constexpr std::uint32_t kNoPlace = ~std::uint32_t{0};

struct LayoutColumn {
  std::uint64_t id;     // of the tag, or of the commonest text
  std::uint32_t place;  // number of its place; kNoPlace for a tag
  std::uint32_t pages;  // pages with a token here
  TokenShape shape;

  bool operator==(const LayoutColumn&) const = default;
};

// Columns by id, for one look-up per token of a page. Equal ids share a symbol.
class ColumnSymbols {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Found {
    std::uint32_t symbol = kNone;
    std::uint32_t only_column = kNone;  // kNone if several columns have the id
  };

  void build(std::span<const LayoutColumn> columns);
  std::size_t size() const { return size_; }
  std::uint32_t of_column(std::size_t column) const { return of_column_[column]; }

  // Returns kNone twice if no column has this id.
  Found find(std::uint64_t id) const {
    if (slots_.empty()) return {};
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = id & mask;
    while (slots_[at].found.symbol != kNone && slots_[at].id != id) at = (at + 1) & mask;
    return slots_[at].found;
  }

 private:
  struct Slot {
    std::uint64_t id = 0;
    Found found;
  };

  std::vector<Slot> slots_;  // open addressing, a power of two
  std::uint32_t size_ = 0;
  std::vector<std::uint32_t> of_column_;
};

// The number of the column of each token, kNoColumn for a token that has none.
inline constexpr std::uint32_t kNoColumn = ~std::uint32_t{0};
using TokenColumns = std::vector<std::uint32_t>;

class PageAligner;

struct PageLayout {
  TagBag bag{};  // of the page that founded it
  std::uint32_t pages = 0;
  std::vector<LayoutColumn> columns;
  std::vector<TextPlace> places;
  std::unordered_map<std::uint64_t, std::uint32_t> long_texts;  // pages with this text
  ColumnSymbols symbols;  // of `columns`; while the layout grows, of those before the last page

  // Equal if they say the same of any page.
  bool operator==(const PageLayout& other) const {
    return bag == other.bag && pages == other.pages && columns == other.columns &&
           places == other.places && long_texts == other.long_texts;
  }
};

// Adds a page, whose tokens without a column become columns. Most layouts of a mixed site are never
// met again: that of one page has no places yet, and symbols wait for the next page. prune_layout
// makes them, too; it must be called before anything but grow_layout reads the layout.
void grow_layout(PageLayout& layout, const PageTokens& page, PageAligner& aligner);

// Makes the places of a layout of one page.
void open_places(PageLayout& layout);

// Lets a page vote in the places that are there.
void vote_in_layout(PageLayout& layout, const PageTokens& page, PageAligner& aligner);

// Removes columns that fewer than `pages_min` pages have: they are no evidence, and cost time.
void prune_layout(PageLayout& layout, std::uint32_t pages_min);

}  // namespace freshet
