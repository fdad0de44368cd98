// The stored form of a tag index: a word with the number of bits of each field in this page, then
// the fields at these widths (after Genovese and Geraci, section 2.4.1). The format is in
// docs/formats/packed-index.md.
//
// Offsets are stored as distances from the previous tag, which takes about 2.5 bytes for a tag
// instead of 4.3; the price is that a tag's position is known only after reading those before it.
// Reading all tags of a page takes microseconds, so there is no random access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "html/tag_index.h"

namespace freshet {

// Bytes of a packed index that suffice to know its length: the first of two reads.
inline constexpr std::size_t kPackedIndexHeadBytes = 20;

// The origin of packed bytes, for error messages.
struct PackedIndexPlace {
  std::string file;
  std::uint64_t offset = 0;  // of the first byte of the packed index in that file
};

// `index` must be in page order, without overlapping tags, as index_tags makes it.
std::string pack_index(const TagIndex& index);

// Returns the length of the packed index that begins with `head` (kPackedIndexHeadBytes, or all
// there are).
Result<std::size_t> packed_index_size(std::string_view head, const PackedIndexPlace& place);

// Reads the output of pack_index. Any other bytes give an error that names file, offset and
// expectation. All tags lie inside a page of `page_bytes`.
Result<TagIndex> unpack_index(std::string_view packed, std::size_t page_bytes,
                              const PackedIndexPlace& place);

}  // namespace freshet
