#include "base/quick_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace freshet {

std::uint64_t quick_hash(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace freshet
