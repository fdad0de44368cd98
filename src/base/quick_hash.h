// A hash for tables in memory, faster on short keys than hash64 (hash.h): 64-bit XXH3. Stored
// hashes use hash64.
#pragma once

#include <cstdint>
#include <string_view>

namespace freshet {

std::uint64_t quick_hash(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace freshet
