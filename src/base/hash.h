// The one hash for everything that is not cryptographic. XXH64 with seed 0: a published algorithm
// with a fixed answer, so a hash may be stored on disk and computed by other programs.
#pragma once

#include <cstdint>
#include <string_view>

namespace freshet {

std::uint64_t hash64(std::string_view bytes);

}  // namespace freshet
