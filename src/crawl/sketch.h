// A small likeness of a page's text: two pages whose sketches differ in few bits say almost the
// same.
#pragma once

#include <cstdint>
#include <string_view>

#include "html/tag_index.h"

namespace freshet {

// SimHash (Charikar, 2002) of the words between the tags, scripts and styles left out, weighted by
// their number.
std::uint64_t sketch_page(std::string_view text, const TagIndex& index);

// At most 2 of 64 bits differ.
bool are_alike(std::uint64_t a, std::uint64_t b);

}  // namespace freshet
