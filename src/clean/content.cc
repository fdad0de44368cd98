#include "clean/content.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "clean/block_features.h"
#include "clean/block_tokens.h"

namespace freshet {

double choose_blocks(std::span<const std::uint32_t> words, std::span<ScoredBlock> scores) {
  std::vector<std::uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return scores[a].probability > scores[b].probability;
  });
  double expected = 0;  // words of the true text on the page
  for (std::size_t k = 0; k < scores.size(); ++k)
    expected += static_cast<double>(scores[k].probability) * words[k];
  double hit = 0, taken = 0, best = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    hit += static_cast<double>(scores[order[i]].probability) * words[order[i]];
    taken += words[order[i]];
    if (taken + expected <= 0) continue;
    const double f1 = 2 * hit / (taken + expected);
    if (f1 <= best) continue;
    best = f1;
    count = i + 1;
  }
  for (std::size_t i = 0; i < order.size(); ++i) scores[order[i]].is_main = i < count;
  return best;
}

MainText find_main_text(std::string_view text, const TagIndex& index, Scripting scripting,
                        const ContentModel& model, std::span<const float> seen_elsewhere) {
  MainText main;
  main.page = read_content_blocks(text, index, scripting);
  const std::vector<ContentBlock>& blocks = main.page.blocks;
  require(seen_elsewhere.empty() || seen_elsewhere.size() == blocks.size(),
          "there is a share for each block");
  const ElementMarks marks = read_element_marks(text, index, main.page);
  FeatureRows rows;
  fill_plain_features(main.page, marks, text.size(), rows);
  fill_token_features(main.page, marks, model.tokens(), rows);
  const std::vector<float> probabilities = model.probabilities(rows);
  std::vector<std::uint32_t> words;
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const float seen = seen_elsewhere.empty() ? 0 : std::clamp(seen_elsewhere[k], 0.0f, 1.0f);
    main.scores.push_back({probabilities[k] * (1 - seen), false});
    words.push_back(blocks[k].counts.words);
  }
  main.confidence = choose_blocks(words, main.scores);
  return main;
}

std::string MainText::text() const {
  std::string out;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (!scores[k].is_main) continue;
    if (!out.empty()) out.push_back('\n');
    out += page.blocks[k].text;
  }
  return out;
}

}  // namespace freshet
