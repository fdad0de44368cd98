// The URLs of a host that were linked to already, in a few bytes: a Bloom filter (Bloom,
// "Space/time trade-offs in hash coding with allowable errors", 1970).
//
// 2048 bits, 4 of them for a URL. A new URL is taken for a known one with probability
// (1 - exp(-4 n / 2048))^4 after n URLs: 0.1 % at 100, 1 % at 200, 15 % at 500. Past that the count
// is too low, but it still shows that many pages wait at the host, which is enough.
//
// Stored, it takes 8 bytes for each URL up to 31 (the positions of its bits), and 256 from then on.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

class UrlFilter {
 public:
  static constexpr std::size_t kBits = 2048;
  static constexpr std::size_t kBitsOfUrl = 4;
  static constexpr std::size_t kPackedBytesMax = kBits / 8;

  // Adds the URL with this hash64. Returns true if it was not in the filter before.
  bool add(std::uint64_t url_hash);

  // Returns the stored form: below kPackedBytesMax bytes the positions of the bits that are set, in
  // ascending order, each in two bytes, the low one first; else all bits, the lowest first.
  std::string pack() const;

  // Returns Errc::corrupt for anything that pack() would not have written.
  static Result<UrlFilter> unpack(std::string_view packed);

 private:
  std::bitset<kBits> bits_;
};

}  // namespace freshet
