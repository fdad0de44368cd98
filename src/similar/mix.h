// Spreads what differs in a number over all of its bits, one to one (Evensen's "rrmxmx" family;
// these constants by Mulvey). What the sketches of this folder need of a hash.
#pragma once

#include <cstdint>

namespace freshet {

constexpr std::uint64_t mix64(std::uint64_t x) {
  constexpr std::uint64_t kMultiplier = 0xd6e8feb86659fd93;
  x ^= x >> 32;
  x *= kMultiplier;
  x ^= x >> 32;
  x *= kMultiplier;
  return x ^ (x >> 32);
}

}  // namespace freshet
