// Which URLs of a host were linked to already, in a few bytes: a Bloom filter (Bloom, "Space/time
// trade-offs in hash coding with allowable errors", 1970).
//
// 2048 bits, 4 of them for a URL. A URL that is new is taken for an old one with probability
// (1 - exp(-4 n / 2048))^4 after n URLs: 0.1 % at 100, 1 % at 200, 15 % at 500. Past that the count
// runs low, but then it is only to say that much waits at this host.
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

  // Whether the URL with this hash64 was not in it. It is now.
  bool add(std::uint64_t url_hash);

  // The stored form: below kPackedBytesMax bytes the positions of the bits that are set, going up,
  // each in two bytes, the low one first; else all bits, the lowest first.
  std::string pack() const;

  // Errc::corrupt on anything that pack() would not have written.
  static Result<UrlFilter> unpack(std::string_view packed);

 private:
  std::bitset<kBits> bits_;
};

}  // namespace freshet
