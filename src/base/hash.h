// The only non-cryptographic hash of stored data: XXH64 with seed 0, a published algorithm, so that
// hashes may be stored on disk and computed by other programs.
#pragma once

#include <cstdint>
#include <string_view>

namespace freshet {

std::uint64_t hash64(std::string_view bytes);

}  // namespace freshet
