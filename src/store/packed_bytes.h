// How much disk the pages of an archive take, and how much they would take unpacked.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "store/archive.h"

namespace freshet {

// The responses of HTML pages. A record is its stored member; `text_bytes` counts their bodies, so
// the ratio is a little lower than that of the whole records.
struct PackedBytes {
  std::uint64_t records = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t stored_bytes = 0;
};

// Reads the rows of the catalog, not the records. Empty in the layout `slots`.
Result<PackedBytes> html_bytes(Archive& archive);

}  // namespace freshet
