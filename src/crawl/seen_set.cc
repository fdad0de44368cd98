#include "crawl/seen_set.h"

#include <algorithm>

namespace freshet {
namespace {

constexpr std::size_t kFirstSlots = 64;

// 0 marks a free slot.
std::uint64_t as_slot(std::uint64_t hash) { return hash == 0 ? 1 : hash; }

}  // namespace

void SeenSet::grow() {
  std::vector<std::uint64_t> old(std::max(kFirstSlots, slots_.size() * 2), 0);
  old.swap(slots_);
  count_ = 0;
  for (const std::uint64_t hash : old)
    if (hash != 0) insert_hash(hash);
}

bool SeenSet::insert_hash(std::uint64_t hash) {
  hash = as_slot(hash);
  if (count_ * 4 >= slots_.size() * 3) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (slots_[at] == hash) return false;
    if (slots_[at] != 0) continue;
    slots_[at] = hash;
    ++count_;
    return true;
  }
}

bool SeenSet::contains_hash(std::uint64_t hash) const {
  if (slots_.empty()) return false;
  hash = as_slot(hash);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at] != 0; at = (at + 1) & mask)
    if (slots_[at] == hash) return true;
  return false;
}

}  // namespace freshet
