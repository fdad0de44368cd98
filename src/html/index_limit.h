// How many tags of a page are read. A page of 64 MB may have 20 million, whose index takes 350 MB.
#pragma once

#include <cstddef>
#include <string_view>

namespace freshet {

// Pages have thousands.
inline constexpr std::size_t kIndexedTagsMax = 1'000'000;

// Returns the text up to the end of its first kIndexedTagsMax tags, or all of it.
std::string_view indexed_part(std::string_view text);

}  // namespace freshet
