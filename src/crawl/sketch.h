// A sketch of a page's text: two pages whose sketches differ in few bits have almost the same text.
#pragma once

#include <cstdint>
#include <string_view>

#include "html/tag_index.h"

namespace freshet {

// Returns the SimHash (Charikar, 2002) of the words between the tags without scripts and styles,
// weighted by their number.
std::uint64_t sketch_page(std::string_view text, const TagIndex& index);

// Returns true if at most 2 of 64 bits differ.
bool are_alike(std::uint64_t a, std::uint64_t b);

}  // namespace freshet
