// Aligns a page with the columns of a layout: first by equal tokens, then by shape alone.
//
// Tokens that occur once in the page and once in the columns are anchors (the longest part of them
// that ascends in both, as in "patience diff"). Between two anchors, equal tokens are paired by the
// longest common subsequence; in the gaps that remain, tags pair with tags of the same name, and a
// text with any text. That last step is what makes a column a place.
//
// Time is bounded for any page: a gap without anchors that needs a larger table than
// kBitAlignWordsMax gets no pairs, so its texts stay content.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clean/layout.h"
#include "similar/bit_align.h"

namespace freshet {

// Keeps its memory from one page to the next. Not thread-safe.
class PageAligner {
 public:
  // Returns the column of each token of `page`, ascending; valid until the next call.
  const TokenColumns& align(const PageLayout& layout, const PageTokens& page);

 private:
  // Half-open ranges of columns and tokens.
  struct Gap {
    std::size_t column, column_end, token, token_end;

    bool is_closed() const { return column == column_end || token == token_end; }
  };

  void look_up_tokens(const Gap& gap);
  void find_anchors(const Gap& gap);
  void keep_ascending();
  void align_between_anchors(Gap gap);
  void align_equal(Gap gap);
  void align_shapes(Gap gap);
  template <class Equal>
  void trim(Gap& gap, Equal equal);
  void pair(std::size_t column, std::size_t token) {
    column_of_[token] = static_cast<std::uint32_t>(column);
  }

  const PageLayout* layout_ = nullptr;
  const PageTokens* page_ = nullptr;
  TokenColumns column_of_;
  std::vector<ColumnSymbols::Found> found_;  // of each token
  std::vector<std::uint8_t> times_;          // in the page, for each symbol: 0, 1, or 2 for more
  std::vector<Match> anchors_;               // a: column, b: token
  std::vector<std::size_t> chain_ends_, chain_before_;
  BitAligner bits_;
  std::vector<BitAligner::Symbol> left_, right_;
  std::vector<std::uint32_t> left_at_, right_at_;
  std::vector<Match> equal_;
};

}  // namespace freshet
