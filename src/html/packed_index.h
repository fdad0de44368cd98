// The stored form of a tag index: a word that says how many bits each field has in this page, then
// the fields at just those widths (after Genovese and Geraci, section 2.4.1). The format is in
// docs/formats/packed-index.md.
//
// Offsets are kept as distances from the tag before, which makes a tag about 2.5 bytes instead of
// 4.3; the price is that a tag's place is known only when those before it have been read. Reading
// all tags of a page takes microseconds, so there is no other way to read an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "html/tag_index.h"

namespace freshet {

// How many bytes of a packed index must be read to know how long it is: the first of two reads.
inline constexpr std::size_t kPackedIndexHeadBytes = 20;

// Where packed bytes came from, so that an error can say it.
struct PackedIndexPlace {
  std::string file;
  std::uint64_t offset = 0;  // of the first byte of the packed index in that file
};

// `index` must be in the order of the page, with tags that do not overlap, as index_tags makes it.
std::string pack_index(const TagIndex& index);

// The length of the packed index that begins with `head` (kPackedIndexHeadBytes, or all there are).
Result<std::size_t> packed_index_size(std::string_view head, const PackedIndexPlace& place);

// Reads back what pack_index wrote. Any other bytes give an error that names file, offset and what
// was expected there. All tags lie inside of a page of `page_bytes`.
Result<TagIndex> unpack_index(std::string_view packed, std::size_t page_bytes,
                              const PackedIndexPlace& place);

}  // namespace freshet
