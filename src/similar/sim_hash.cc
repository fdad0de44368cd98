#include "similar/sim_hash.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace freshet {
namespace {

// The eight bits of a byte as eight bytes of 0 or 1, so that one addition counts all of them.
constexpr std::array<std::uint64_t, 256> kSpread = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t bit = 0; bit < 8; ++bit)
      spread[byte] |= static_cast<std::uint64_t>(byte >> bit & 1) << (8 * bit);
  return spread;
}();

constexpr std::size_t kCountMax = 255;  // limit of a byte counter

}  // namespace

std::uint64_t sim_hash(std::span<const std::uint64_t> shingles) {
  std::array<std::uint64_t, 64> counts{};
  for (std::size_t at = 0; at < shingles.size(); at += kCountMax) {
    std::array<std::uint64_t, 8> packed{};
    const auto some = shingles.subspan(at, std::min(kCountMax, shingles.size() - at));
    for (const std::uint64_t shingle : some)
      for (std::size_t byte = 0; byte < 8; ++byte)
        packed[byte] += kSpread[shingle >> (8 * byte) & 0xff];
    for (std::size_t bit = 0; bit < 64; ++bit)
      counts[bit] += packed[bit / 8] >> (8 * (bit % 8)) & 0xff;
  }
  std::uint64_t hash = 0;
  for (std::size_t bit = 0; bit < 64; ++bit)
    hash |= static_cast<std::uint64_t>(2 * counts[bit] > shingles.size()) << bit;
  return hash;
}

}  // namespace freshet
