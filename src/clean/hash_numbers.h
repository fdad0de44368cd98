// Numbers for distinct hashes, in the order in which they are first seen: 0, 1, 2 ...
//
// A table with open addressing; it allocates when it grows and not for each hash, which matters for
// pages of some hundred blocks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace freshet {

class HashNumbers {
 public:
  explicit HashNumbers(std::size_t expected = 32) : slots_(std::bit_ceil(2 * expected + 2)) {}

  // Returns the number of the hash; size() - 1 if it is new.
  std::uint32_t number(std::uint64_t hash) {
    Slot& slot = find(hash);
    if (slot.number != kFree) return slot.number;
    const std::uint32_t given = count_++;
    slot = {hash, given};
    if (2 * static_cast<std::size_t>(count_) > slots_.size()) grow();
    return given;
  }

  std::size_t size() const { return count_; }

 private:
  static constexpr std::uint32_t kFree = UINT32_MAX;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t number = kFree;
  };

  Slot& find(std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at].number != kFree && slots_[at].hash != hash) at = (at + 1) & mask;
    return slots_[at];
  }

  void grow() {
    const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old)
      if (slot.number != kFree) find(slot.hash) = slot;
  }

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::uint32_t count_ = 0;
};

}  // namespace freshet
