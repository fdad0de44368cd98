// The main text of a page: the part that a person would read.
//
// A model gives each block the probability that it belongs to the main text. Of all sets of blocks
// the one with the highest expected F1 is taken: with blocks sorted by probability p, w words each,
// the best set of n words is a prefix, with F1 = 2 sum(p w) / (n + sum over all blocks of p w). No
// threshold has to be chosen, and the expected F1 is the confidence.
// Pure: the same page gives the same text. Time is linear in the page but for one sort.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clean/content_blocks.h"
#include "clean/content_model.h"
#include "html/tag_index.h"

namespace freshet {

struct ScoredBlock {
  float probability = 0;  // of being main text
  bool is_main = false;
};

struct MainText {
  ContentPage page;
  std::vector<ScoredBlock> scores;  // one for each block
  double confidence = 0;            // the expected F1 of this choice; 0 for a page without text

  // Returns the chosen blocks, one a line.
  std::string text() const;
};

// `index` is that of `text` in the same scripting mode. `seen_elsewhere` is empty or has, for each
// block of the page, the share (0 to 1) of the site's other pages that have the same block: the
// frame of a site repeats, its content does not.
MainText find_main_text(std::string_view text, const TagIndex& index, Scripting scripting,
                        const ContentModel& model, std::span<const float> seen_elsewhere = {});

inline constexpr std::uint32_t kHeadingWordsMax = 40;  // longer ones are no headings

// Adds the headings that a reader expects above the chosen text: the last h1 before it, and each
// heading with a chosen block right behind it; except in menus, sidebars and footers. For Markdown:
// people mark main text without its h1.
void add_headings(MainText& main);

// Sets is_main of the blocks with the highest expected F1, and returns it. `words` are those of
// each block.
double choose_blocks(std::span<const std::uint32_t> words, std::span<ScoredBlock> scores);

}  // namespace freshet
