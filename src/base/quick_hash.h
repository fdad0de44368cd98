// A hash for tables in memory, faster on short keys than hash64 (hash.h): XXH3 of 64 bits, inlined.
// What is stored uses hash64.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace freshet {

inline std::uint64_t quick_hash(std::string_view bytes, std::uint64_t seed = 0) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace freshet
