// Finds the bytes that can begin or end a part of a tag, '<', '>', '=' and '"', ahead of the
// reader.
//
// A window of text is mapped 64 bytes at a time (`Vector` makes the bit maps: one for AVX2, one in
// plain C++) and the maps are turned into a list of offsets. The reader walks along that list and
// decides the meaning of each byte. Because finding does not wait for deciding, the processor does
// both at once with few branch mispredictions (the idea is simdjson's).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace freshet {

inline constexpr std::size_t kBlockBytes = 64;

// Bit i is set if byte i of 64 is one of the wanted bytes.
using BitMap = std::uint64_t;

template <class Vector>
class StructuralBytes {
 public:
  // `text` must outlive this.
  explicit StructuralBytes(std::string_view text)
      : bytes_(text.data()), size_(text.size()), last_block_(size_ & ~(kBlockBytes - 1)) {
    if (size_ > last_block_) std::memcpy(tail_.data(), bytes_ + last_block_, size_ - last_block_);
  }

  // Returns the offset of the next one; the size of the text if there are no more.
  [[gnu::always_inline]] std::size_t next() {
    if (taken_ == count_) [[unlikely]]
      refill();
    return offsets_[taken_++];
  }

  // Skips all before `offset`.
  void skip_to(std::size_t offset) {
    while (taken_ < count_ && offsets_[taken_] < offset) ++taken_;
    if (taken_ < count_ || offset <= mapped_) return;
    mapped_ = offset & ~(kBlockBytes - 1);
    floor_ = offset;
  }

 private:
  static constexpr std::size_t kWindowBlocks = 32;
  static constexpr std::size_t kUnrolled = 8;
  static constexpr std::size_t kPrefetchBytes = 512;

  [[gnu::noinline]] void refill() {
    taken_ = count_ = 0;
    while (count_ == 0 && mapped_ < size_) {
      for (std::size_t i = 0; i < kWindowBlocks && mapped_ < size_; ++i) {
        __builtin_prefetch(bytes_ + mapped_ + kPrefetchBytes);
        map_block(mapped_);
        mapped_ += kBlockBytes;
      }
    }
    if (count_ == 0) offsets_[count_++] = static_cast<std::uint32_t>(size_);
  }

  [[gnu::always_inline]] void map_block(std::size_t block) {
    // The last block may be partial: its copy is padded with zeros, which never match.
    BitMap bits = Vector::map_structural(block < last_block_ ? bytes_ + block : tail_.data());
    if (block < floor_) bits &= ~BitMap{0} << (floor_ - block);
    const auto found = static_cast<std::size_t>(std::popcount(bits));
    // Eight at a time regardless of the count: excess entries are overwritten.
    std::uint32_t* out = offsets_.data() + count_;
    std::size_t written = 0;
    do {
      for (std::size_t i = 0; i < kUnrolled; ++i) {
        out[written++] =
            static_cast<std::uint32_t>(block + static_cast<unsigned>(std::countr_zero(bits)));
        bits &= bits - 1;
      }
    } while (written < found);
    count_ += found;
  }

  const char* bytes_;
  std::size_t size_;
  std::size_t last_block_;
  std::size_t mapped_ = 0;  // all before is in `offsets_` or skipped
  std::size_t floor_ = 0;   // nothing before is wanted
  std::size_t taken_ = 0;
  std::size_t count_ = 0;
  std::array<std::uint32_t, kWindowBlocks * kBlockBytes + kUnrolled> offsets_;
  alignas(kBlockBytes) std::array<char, kBlockBytes> tail_ = {};
};

}  // namespace freshet
