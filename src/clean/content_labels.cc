#include "clean/content_labels.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "base/quick_hash.h"
#include "clean/content_words.h"
#include "similar/align.h"

namespace freshet {
namespace {

using Words = std::vector<std::uint64_t>;

void append_words(std::string_view text, Words& words) {
  const std::string lower = ascii_lower(text);
  for_each_word(lower, [&](std::size_t from, std::size_t to) {
    words.push_back(quick_hash(std::string_view(lower).substr(from, to - from)));
  });
}

// The longest common subsequence by bits: Hyyro, "Bit-parallel LCS-length computation revisited",
// 2004. Bit j of row i is 0 if the prefixes of i + 1 marked words and j + 1 words of the page have
// one more word in common than without the last word of the page.
class BitAlignment {
 public:
  BitAlignment(const Words& page, const Words& marked)
      : page_(page), width_((page.size() + 63) / 64), rows_(marked.size() * width_) {
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> places;
    for (std::size_t j = 0; j < page.size(); ++j)
      places[page[j]].push_back(static_cast<std::uint32_t>(j));
    std::vector<std::uint64_t> matches(width_), before(width_, ~std::uint64_t{0});
    for (std::size_t i = 0; i < marked.size(); ++i) {
      const auto found = places.find(marked[i]);
      const auto each_place = [&](auto change) {
        if (found != places.end())
          for (const std::uint32_t j : found->second) change(j);
      };
      each_place([&](std::uint32_t j) { matches[j / 64] |= std::uint64_t{1} << j % 64; });
      step(before, matches, &rows_[i * width_]);
      before.assign(&rows_[i * width_], &rows_[i * width_] + width_);
      each_place([&](std::uint32_t j) { matches[j / 64] = 0; });
    }
  }

  // Returns for each word of the page if it is matched; the first place of several.
  std::vector<bool> matched(std::size_t marked) const {
    std::vector<bool> hit(page_.size(), false);
    std::size_t i = marked, j = page_.size();
    while (i > 0 && j > 0) {
      if (bit(i - 1, j - 1)) {
        --j;
        continue;
      }
      --i;
      if (i > 0 && !bit(i - 1, j - 1)) continue;
      hit[--j] = true;
    }
    return hit;
  }

 private:
  void step(const std::vector<std::uint64_t>& before, const std::vector<std::uint64_t>& matches,
            std::uint64_t* after) const {
    std::uint64_t carry = 0;
    for (std::size_t b = 0; b < width_; ++b) {
      const std::uint64_t both = before[b] & matches[b];
      const std::uint64_t part = before[b] + both;
      const std::uint64_t sum = part + carry;
      carry = part < both || sum < part ? 1 : 0;
      after[b] = sum | (before[b] & ~matches[b]);
    }
  }

  bool bit(std::size_t i, std::size_t j) const {
    return (rows_[i * width_ + j / 64] >> j % 64 & 1) != 0;
  }

  const Words& page_;
  std::size_t width_;
  std::vector<std::uint64_t> rows_;
};

std::vector<bool> match_words(const Words& page, const Words& marked) {
  if (page.empty() || marked.empty()) return std::vector<bool>(page.size(), false);
  if (page.size() <= kLabelCellsMax / marked.size())
    return BitAlignment(page, marked).matched(marked.size());
  std::vector<bool> hit(page.size(), false);
  for (const Match& match : align(page, marked)) hit[match.a] = true;
  return hit;
}

}  // namespace

std::vector<float> label_blocks(const ContentPage& page, std::string_view marked_text) {
  Words words, marked;
  std::vector<std::size_t> ends;
  for (const ContentBlock& block : page.blocks) {
    append_words(block.text, words);
    ends.push_back(words.size());
  }
  append_words(marked_text, marked);
  const std::vector<bool> first = match_words(words, marked);
  std::ranges::reverse(words);
  std::ranges::reverse(marked);
  const std::vector<bool> last = match_words(words, marked);
  std::vector<float> shares;
  std::size_t at = 0;
  for (const std::size_t end : ends) {
    const auto count = static_cast<float>(end - at);
    float hits = 0;
    for (; at < end; ++at)
      hits += (first[at] ? 0.5f : 0) + (last[words.size() - 1 - at] ? 0.5f : 0);
    shares.push_back(count > 0 ? hits / count : 0);
  }
  return shares;
}

}  // namespace freshet
