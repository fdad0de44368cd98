#include "clean/page_aligner.h"

#include <algorithm>

namespace freshet {

const TokenColumns& PageAligner::align(const PageLayout& layout, const PageTokens& page) {
  layout_ = &layout;
  page_ = &page;
  column_of_.assign(page.tokens.size(), kNoColumn);
  Gap gap{0, layout.columns.size(), 0, page.tokens.size()};
  trim(gap, [&](std::size_t column, std::size_t token) {
    return layout.columns[column].id == page.tokens[token].id;
  });
  if (!gap.is_closed()) {
    look_up_tokens(gap);
    find_anchors(gap);
    align_between_anchors(gap);
  }
  return column_of_;
}

void PageAligner::look_up_tokens(const Gap& gap) {
  found_.resize(page_->tokens.size());
  times_.assign(layout_->symbols.size(), 0);
  for (std::size_t i = gap.token; i < gap.token_end; ++i) {
    found_[i] = layout_->symbols.find(page_->tokens[i].id);
    const std::uint32_t symbol = found_[i].symbol;
    if (symbol != ColumnSymbols::kNone && times_[symbol] < 2) ++times_[symbol];
  }
}

// Pairs what the beginnings and the ends of both ranges have in common.
template <class Equal>
void PageAligner::trim(Gap& gap, Equal equal) {
  while (!gap.is_closed() && equal(gap.column, gap.token)) pair(gap.column++, gap.token++);
  while (!gap.is_closed() && equal(gap.column_end - 1, gap.token_end - 1))
    pair(--gap.column_end, --gap.token_end);
}

void PageAligner::find_anchors(const Gap& gap) {
  anchors_.clear();
  bool ascends = true;
  for (std::size_t i = gap.token; i < gap.token_end; ++i) {
    const auto [symbol, column] = found_[i];
    if (column == ColumnSymbols::kNone || times_[symbol] != 1) continue;
    if (column < gap.column || column >= gap.column_end) continue;
    ascends = ascends && (anchors_.empty() || anchors_.back().a < column);
    anchors_.push_back({column, i});
  }
  if (!ascends) keep_ascending();
}

// The longest ascending subsequence, by patience sorting.
void PageAligner::keep_ascending() {
  constexpr std::size_t kNone = ~std::size_t{0};
  chain_ends_.clear();
  chain_before_.assign(anchors_.size(), kNone);
  for (std::size_t i = 0; i < anchors_.size(); ++i) {
    const auto place = std::ranges::lower_bound(chain_ends_, anchors_[i].a, {},
                                                [&](std::size_t end) { return anchors_[end].a; });
    if (place != chain_ends_.begin()) chain_before_[i] = *std::prev(place);
    if (place == chain_ends_.end())
      chain_ends_.push_back(i);
    else
      *place = i;
  }
  std::size_t kept = chain_ends_.size();
  for (std::size_t i = chain_ends_.back(); i != kNone; i = chain_before_[i])
    chain_ends_[--kept] = i;
  for (std::size_t i = 0; i < chain_ends_.size(); ++i) anchors_[i] = anchors_[chain_ends_[i]];
  anchors_.resize(chain_ends_.size());
}

void PageAligner::align_between_anchors(Gap gap) {
  for (const Match& anchor : anchors_) {
    pair(anchor.a, anchor.b);
    align_equal({gap.column, anchor.a, gap.token, anchor.b});
    gap.column = anchor.a + 1;
    gap.token = anchor.b + 1;
  }
  align_equal(gap);
}

// Only columns whose token the page has somewhere, and tokens that some column has, take part.
void PageAligner::align_equal(Gap gap) {
  if (gap.is_closed()) return;
  trim(gap, [&](std::size_t column, std::size_t token) {
    return layout_->symbols.of_column(column) == found_[token].symbol;
  });
  if (gap.is_closed()) return;
  left_.clear();
  left_at_.clear();
  right_.clear();
  right_at_.clear();
  for (std::size_t i = gap.column; i < gap.column_end; ++i) {
    const std::uint32_t symbol = layout_->symbols.of_column(i);
    if (times_[symbol] == 0) continue;
    left_.push_back(symbol);
    left_at_.push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t i = gap.token; i < gap.token_end; ++i) {
    if (found_[i].symbol == ColumnSymbols::kNone) continue;
    right_.push_back(found_[i].symbol);
    right_at_.push_back(static_cast<std::uint32_t>(i));
  }
  const auto matches = bits_.align(left_, right_, layout_->symbols.size());
  equal_.assign(matches.begin(), matches.end());
  for (Match& match : equal_) match = {left_at_[match.a], right_at_[match.b]};
  for (const Match& match : equal_) {
    pair(match.a, match.b);
    align_shapes({gap.column, match.a, gap.token, match.b});
    gap.column = match.a + 1;
    gap.token = match.b + 1;
  }
  align_shapes(gap);
}

void PageAligner::align_shapes(Gap gap) {
  const auto& columns = layout_->columns;
  const auto& tokens = page_->tokens;
  trim(gap, [&](std::size_t column, std::size_t token) {
    return columns[column].shape == tokens[token].shape;
  });
  if (gap.is_closed()) return;
  left_.clear();
  right_.clear();
  for (std::size_t i = gap.column; i < gap.column_end; ++i) left_.push_back(columns[i].shape);
  for (std::size_t i = gap.token; i < gap.token_end; ++i) right_.push_back(tokens[i].shape);
  for (const Match& match : bits_.align(left_, right_, kTokenShapes))
    pair(gap.column + match.a, gap.token + match.b);
}

}  // namespace freshet
