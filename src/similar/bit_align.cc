#include "similar/bit_align.h"

#include <algorithm>

namespace freshet {

std::span<const Match> BitAligner::align(std::span<const Symbol> a, std::span<const Symbol> b,
                                         std::size_t symbols) {
  matches_.clear();
  if (a.empty() || b.empty()) return matches_;
  const std::size_t words = (a.size() + 63) / 64;
  if (words > kBitAlignWordsMax / b.size()) return matches_;
  if (mask_of_.size() < symbols) mask_of_.resize(symbols, 0);
  note_places(a, words);
  fill(b, words);
  walk_back(a, b, words);
  for (const Symbol symbol : a)
    if (symbol != kNoSymbol) mask_of_[symbol] = 0;
  return matches_;
}

void BitAligner::note_places(std::span<const Symbol> a, std::size_t words) {
  masks_.clear();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == kNoSymbol) continue;
    std::uint32_t& mask = mask_of_[a[i]];
    if (mask == 0) {
      masks_.resize(masks_.size() + words, 0);
      mask = static_cast<std::uint32_t>(masks_.size() / words);
    }
    masks_[(mask - 1) * words + i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

// Only elements of `b` that occur in `a` change a row.
void BitAligner::fill(std::span<const Symbol> b, std::size_t words) {
  kept_.clear();
  for (std::size_t j = 0; j < b.size(); ++j)
    if (b[j] != kNoSymbol && mask_of_[b[j]] != 0) kept_.push_back(static_cast<std::uint32_t>(j));
  rows_.resize((kept_.size() + 1) * words);
  std::fill_n(rows_.begin(), words, ~std::uint64_t{0});
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const std::uint64_t* mask = &masks_[(mask_of_[b[kept_[k]]] - 1) * words];
    const std::uint64_t* before = &rows_[k * words];
    std::uint64_t* after = &rows_[(k + 1) * words];
    std::uint64_t carry = 0;
    for (std::size_t w = 0; w < words; ++w) {
      const std::uint64_t falls = before[w] & mask[w];
      const std::uint64_t half = before[w] + carry;
      const std::uint64_t sum = half + falls;
      carry = static_cast<std::uint64_t>(half < carry) | static_cast<std::uint64_t>(sum < falls);
      after[w] = sum | (before[w] - falls);
    }
  }
}

void BitAligner::walk_back(std::span<const Symbol> a, std::span<const Symbol> b,
                           std::size_t words) {
  std::size_t i = a.size(), k = kept_.size();
  while (i > 0 && k > 0) {
    const std::size_t j = kept_[k - 1];
    if (a[i - 1] == b[j]) {
      matches_.push_back({--i, j});
      --k;
    } else if ((rows_[k * words + (i - 1) / 64] >> ((i - 1) % 64) & 1) != 0) {
      --i;
    } else {
      --k;
    }
  }
  std::reverse(matches_.begin(), matches_.end());
}

}  // namespace freshet
