// A bijective mixing function: each input bit affects all output bits (Evensen's "rrmxmx" family;
// these constants by Mulvey). The hash of the sketches in this folder.
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
