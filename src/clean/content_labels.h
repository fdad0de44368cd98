// Which blocks of a page are in a text that people marked as its main text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "clean/content_blocks.h"

namespace freshet {

// Limit of the table of an exact alignment, in bits; longer texts are aligned by anchors.
inline constexpr std::size_t kLabelCellsMax = std::size_t{1} << 31;

// Returns for each block the share of its words that an alignment of the page's words with those
// of `marked` matches. Where a word could be matched in two places, the first and the last one get
// half of it each.
std::vector<float> label_blocks(const ContentPage& page, std::string_view marked);

}  // namespace freshet
