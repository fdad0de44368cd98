// Why blocks are taken for main text, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "clean/content.h"

namespace freshet {

inline constexpr std::size_t kExplainedBlocksMax = 2000;  // of a page; later ones get no reasons
inline constexpr std::size_t kReasonsMax = 3;             // of each kind for a block

// A feature or token, and how many log odds it adds.
struct BlockReason {
  std::string name;
  double log_odds = 0;
};

struct BlockExplanation {
  std::string path;  // "body > main > div.post-body > p"
  // The features that set the block apart: the log odds that would be lost if the block had the
  // median of the page's blocks in that feature. Strongest first.
  std::vector<BlockReason> features;
  std::vector<BlockReason> tokens;  // of the elements around it, by their scores in the model
};

// Returns an explanation for each block of `main`, which was found in this page with this model.
std::vector<BlockExplanation> explain_blocks(std::string_view text, const TagIndex& index,
                                             const MainText& main, const ContentModel& model);

}  // namespace freshet
