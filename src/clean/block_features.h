// The features of blocks by which main text is told from the frame of a page.
//
// Each block gets one row of numbers: its words and characters, its place, its neighbours, the
// elements around it, blocks like it, the page as a whole, and the scores of the tokens above it.
// All are computed in time linear in the page.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "clean/block_tokens.h"
#include "clean/content_blocks.h"
#include "clean/token_table.h"

namespace freshet {

// The names of the features, in the order of a row.
std::span<const std::string_view> block_feature_names();

// Rows of block_feature_names().size() numbers, one for each block.
using FeatureRows = std::vector<float>;

// Fills all features but those of tokens. `page_bytes` is the size of the page's text.
void fill_plain_features(const ContentPage& page, const ElementMarks& marks, std::size_t page_bytes,
                         FeatureRows& rows);

// Fills the features of tokens into rows that fill_plain_features made.
void fill_token_features(const ContentPage& page, const ElementMarks& marks,
                         const TokenTable& table, FeatureRows& rows);

}  // namespace freshet
