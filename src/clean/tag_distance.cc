#include "clean/tag_distance.h"

#include <algorithm>
#include <bit>

#include "html/tag_names.h"

namespace freshet {
namespace {

constexpr std::size_t kWordBits = 64;

// The distance of two sequences with `sum` elements together, of which `common` are in both.
double distance_of(std::size_t sum, std::size_t common) {
  const std::size_t all = sum - common;
  return all == 0 ? 0 : static_cast<double>(all - common) / static_cast<double>(all);
}

std::uint32_t tag_number(std::string_view name) {
  const TagKey key = find_tag_key(name);
  if (key.name != TagName::unknown) return static_cast<std::uint32_t>(key.name);
  const auto folded = static_cast<std::uint32_t>(key.unknown_hash ^ (key.unknown_hash >> 32));
  return folded | 0x8000'0000U;  // apart from the numbers of known elements
}

}  // namespace

TagSequence::TagSequence(std::vector<std::uint32_t> tags) : tags_(std::move(tags)) {
  if (tags_.size() > kTagSequenceMax) tags_.resize(kTagSequenceMax);
  std::vector<std::uint32_t> sorted = tags_;
  std::ranges::sort(sorted);
  for (const std::uint32_t tag : sorted) {
    if (counts_.empty() || counts_.back().first != tag) counts_.emplace_back(tag, 0);
    ++counts_.back().second;
  }
}

TagSequence tag_sequence(std::string_view text, const TagIndex& index) {
  std::vector<std::uint32_t> tags;
  for (const Tag& tag : index) {
    if (tags.size() == kTagSequenceMax) break;
    if (!tag.is_end()) tags.push_back(tag_number(tag.name(text)));
  }
  return TagSequence(std::move(tags));
}

TagPattern::TagPattern(const TagSequence& sequence)
    : sequence_(sequence), words_((sequence.size() + kWordBits - 1) / kWordBits) {
  const auto& counts = sequence.counts();
  positions_.resize(counts.size() * words_);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const auto found = std::ranges::lower_bound(counts, sequence.tags()[i], {},
                                                &std::pair<std::uint32_t, std::uint32_t>::first);
    const auto row = static_cast<std::size_t>(found - counts.begin());
    positions_[row * words_ + i / kWordBits] |= std::uint64_t{1} << (i % kWordBits);
  }
}

std::size_t TagPattern::lcs_length(const TagSequence& other) const {
  // A zero bit i means: the longest common subsequence grows by one at position i.
  std::vector<std::uint64_t> row(words_, ~std::uint64_t{0});
  const auto& counts = sequence_.counts();
  for (const std::uint32_t tag : other.tags()) {
    const auto found =
        std::ranges::lower_bound(counts, tag, {}, &std::pair<std::uint32_t, std::uint32_t>::first);
    if (found == counts.end() || found->first != tag) continue;
    const std::uint64_t* match =
        positions_.data() + static_cast<std::size_t>(found - counts.begin()) * words_;
    std::uint64_t carry = 0;
    for (std::size_t k = 0; k < words_; ++k) {
      const std::uint64_t both = row[k] & match[k];
      const std::uint64_t partial = row[k] + both;
      const std::uint64_t sum = partial + carry;
      carry = static_cast<std::uint64_t>(partial < both) | static_cast<std::uint64_t>(sum < carry);
      row[k] = sum | (row[k] & ~match[k]);
    }
  }
  std::size_t length = 0;
  for (std::size_t k = 0; k < words_; ++k) {
    const std::size_t used = std::min(kWordBits, sequence_.size() - k * kWordBits);
    const std::uint64_t mask =
        used == kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
    length += static_cast<std::size_t>(std::popcount(~row[k] & mask));
  }
  return length;
}

double TagPattern::distance(const TagSequence& other) const {
  return distance_of(sequence_.size() + other.size(), lcs_length(other));
}

double tag_distance(const TagSequence& a, const TagSequence& b) {
  return TagPattern(a).distance(b);
}

double tag_distance_bound(const TagSequence& a, const TagSequence& b) {
  std::size_t common = 0;
  auto i = a.counts().begin();
  auto j = b.counts().begin();
  while (i != a.counts().end() && j != b.counts().end()) {
    if (i->first < j->first) {
      ++i;
    } else if (j->first < i->first) {
      ++j;
    } else {
      common += std::min(i->second, j->second);
      ++i;
      ++j;
    }
  }
  return distance_of(a.size() + b.size(), common);
}

}  // namespace freshet
