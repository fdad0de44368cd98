#include "base/hash.h"

#include <xxhash.h>

namespace freshet {

std::uint64_t hash64(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

}  // namespace freshet
