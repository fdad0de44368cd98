// Finds the few bytes that decide where tags end, 64 bytes at a time.
//
// For the block of 64 bytes that is being read, three bit maps say where '<', where '>' or '=', and
// where '"' stand; a search is then a shift and a count of zeros. `Vector` makes the maps: one for
// AVX2, one in plain C++.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace freshet {

inline constexpr std::size_t kBlockBytes = 64;

// Which of 64 bytes are the wanted ones: bit i for byte i.
using BitMap = std::uint64_t;

// Every search answers the offset of the first wanted byte at or behind `from`, or the size of the
// text if there is none.
template <class Vector>
class ByteFinder {
 public:
  // `text` must outlive the finder.
  explicit ByteFinder(std::string_view text)
      : bytes_(text.data()), size_(text.size()), last_block_(size_ & ~(kBlockBytes - 1)) {
    if (size_ > last_block_) std::memcpy(tail_, bytes_ + last_block_, size_ - last_block_);
  }

  std::size_t find_less_than(std::size_t from) { return find<&ByteFinder::less_than_>(from); }
  std::size_t find_greater_or_equals(std::size_t from) {
    return find<&ByteFinder::greater_or_equals_>(from);
  }
  std::size_t find_double_quote(std::size_t from) { return find<&ByteFinder::double_quote_>(from); }

 private:
  template <BitMap ByteFinder::* map>
  [[gnu::always_inline]] std::size_t find(std::size_t from) {
    if (from >= size_) return size_;
    const std::size_t first = from & ~(kBlockBytes - 1);
    if (first != block_) load(first);
    const BitMap here = (this->*map) >> (from & (kBlockBytes - 1));
    if (here != 0) return from + static_cast<std::size_t>(std::countr_zero(here));
    for (std::size_t at = first + kBlockBytes; at < size_; at += kBlockBytes) {
      load(at);
      if (this->*map != 0) return at + static_cast<std::size_t>(std::countr_zero(this->*map));
    }
    return size_;
  }

  [[gnu::always_inline]] void load(std::size_t block) {
    // The last block may be a part of one: its copy is filled up with zeros, which nobody wants.
    const char* bytes = block < last_block_ ? bytes_ + block : tail_;
    Vector::map_block(bytes, less_than_, greater_or_equals_, double_quote_);
    block_ = block;
  }

  const char* bytes_;
  std::size_t size_;
  std::size_t last_block_;
  std::size_t block_ = static_cast<std::size_t>(-1);
  BitMap less_than_ = 0;
  BitMap greater_or_equals_ = 0;
  BitMap double_quote_ = 0;
  alignas(kBlockBytes) char tail_[kBlockBytes] = {};
};

}  // namespace freshet
