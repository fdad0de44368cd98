#include "crawl/content_index.h"

#include <algorithm>
#include <limits>

namespace freshet {
namespace {

constexpr std::size_t kSlotsMax = std::size_t{1} << 15;
constexpr std::size_t kSlotsFirst = 512;
constexpr std::uint64_t kRateMax = 256;
constexpr std::size_t kFamiliesMax = 4096;
constexpr std::size_t kPagesNumbered = 65'536;
constexpr std::uint32_t kBitsOfFamilies = 32;

// A block on this many pages belongs to the frame of the site, or to text that its lists repeat.
constexpr std::uint16_t kPagesOfFrame = 8;

// A page is new from this many words in new blocks on, or one in fifty if that is more.
constexpr std::uint64_t kNewWordsMin = 5;
constexpr std::uint64_t kNewWordsShare = 50;

// A page is a copy of another that has seven tenths of its new text and is not much longer.
constexpr std::size_t kTenthsOfCopy = 7;
constexpr std::uint64_t kLongerAtMost = 2;

}  // namespace

// Returns the slot that has the hash, or the free one where it belongs.
ContentIndex::Entry& ContentIndex::Table::slot(std::uint64_t hash) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (hash >> 16) & mask;  // the low bits are used by the sampling rate
  while (slots_[at].hash != 0 && slots_[at].hash != hash) at = (at + 1) & mask;
  return slots_[at];
}

template <class Keeps>
void ContentIndex::Table::rehash(std::size_t slots, const Keeps& keeps) {
  std::vector<Entry> old(slots);
  old.swap(slots_);
  count_ = 0;
  for (const Entry& entry : old) {
    if (entry.hash == 0 || !keeps(entry)) continue;
    slot(entry.hash) = entry;
    ++count_;
  }
}

void ContentIndex::Table::make_room() {
  while (count_ * 4 >= slots_.size() * 3) {
    if (slots_.size() < kSlotsMax) {
      rehash(std::max(kSlotsFirst, slots_.size() * 2), [](const Entry&) { return true; });
    } else if (rate_ < kRateMax) {
      rate_ *= 2;
      rehash(slots_.size(), [&](const Entry& entry) { return entry.hash % rate_ == 0; });
    } else {
      rehash(slots_.size(), [](const Entry& entry) { return entry.pages > 1; });
      if (count_ * 2 > slots_.size()) rehash(slots_.size(), [](const Entry&) { return false; });
    }
  }
}

ContentIndex::Entry* ContentIndex::Table::at(std::uint64_t hash) {
  if (hash == 0 || hash % rate_ != 0) return nullptr;
  make_room();
  if (hash % rate_ != 0) return nullptr;
  Entry& entry = slot(hash);
  if (entry.hash == 0) {
    entry.hash = hash;
    ++count_;
  }
  return &entry;
}

std::uint32_t ContentIndex::bit_of(std::uint64_t family) {
  if (families_.size() >= kFamiliesMax && !families_.contains(family)) families_.clear();
  const auto number = static_cast<std::uint32_t>(families_.size());
  return std::uint32_t{1} << (families_.try_emplace(family, number).first->second %
                              kBitsOfFamilies);
}

// Returns the page with the most of `shingles`, if that makes this one a copy of it. `votes`:
// sorted, a page for each shingle that it has.
std::uint16_t ContentIndex::find_copy(const std::vector<std::uint16_t>& votes, std::size_t shingles,
                                      std::uint64_t words) const {
  std::size_t most = 0;
  std::uint16_t like = 0;
  for (std::size_t i = 0; i < votes.size();) {
    std::size_t end = i;
    while (end < votes.size() && votes[end] == votes[i]) ++end;
    if (end - i > most) {
      most = end - i;
      like = votes[i];
    }
    i = end;
  }
  const bool is_copy = most > 0 && most * 10 >= shingles * kTenthsOfCopy &&
                       sizes_[like] <= kLongerAtMost * words + kNewWordsMin;
  return is_copy ? like : 0;
}

ContentIndex::Judgement ContentIndex::add(const PageBlocks& page, std::uint64_t family) {
  const std::uint32_t bit = bit_of(family);
  if (++page_ == 0) page_ = 1;
  if (sizes_.size() <= page_)
    sizes_.resize(std::min<std::size_t>(std::size_t{2} * page_ + 2, kPagesNumbered));
  std::size_t kept = 0;
  std::uint64_t new_words = 0;
  std::size_t new_shingles = 0;
  std::vector<std::uint16_t> votes;
  for (const TextBlock& block : page.blocks) {
    Entry* const entry = blocks_.at(block.hash);
    if (entry == nullptr) continue;
    ++kept;
    const bool is_new = (entry->families & bit) == 0 && entry->pages < kPagesOfFrame;
    entry->families |= bit;
    if (entry->pages < std::numeric_limits<std::uint16_t>::max()) ++entry->pages;
    if (is_new) new_words += block.words;
    for (std::uint32_t i = 0; i < block.shingles; ++i) {
      Entry* const shingle = shingles_.at(page.shingles[block.first_shingle + i]);
      if (shingle == nullptr) continue;
      if (is_new && shingle->last != page_) {
        ++new_shingles;
        if (shingle->pages > 0) votes.push_back(shingle->first);
        if (shingle->pages > 0 && shingle->last != shingle->first) votes.push_back(shingle->last);
      }
      if (shingle->pages == 0) shingle->first = page_;
      if (shingle->pages < std::numeric_limits<std::uint16_t>::max()) ++shingle->pages;
      shingle->last = page_;
    }
  }
  new_words *= blocks_.rate();
  sizes_[page_] = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(new_words, std::numeric_limits<std::uint32_t>::max()));
  Judgement judgement{.page = page_};
  if (kept == 0 && blocks_.rate() > 1) return judgement;
  if (new_words > 0 && new_shingles == 0 && shingles_.rate() > 1) return judgement;
  std::ranges::sort(votes);
  judgement.like = find_copy(votes, new_shingles, new_words);
  const bool is_enough = new_words >= std::max(kNewWordsMin, page.words / kNewWordsShare);
  const bool is_short = page.words < 2 * kNewWordsMin && new_words * 2 > page.words;
  judgement.verdict =
      judgement.like == 0 && (is_enough || is_short) ? Verdict::fresh : Verdict::repeated;
  return judgement;
}

std::size_t ContentIndex::bytes() const {
  constexpr std::size_t kBytesOfFamily = 48;
  return blocks_.bytes() + shingles_.bytes() + sizes_.capacity() * sizeof(std::uint32_t) +
         families_.size() * kBytesOfFamily;
}

}  // namespace freshet
