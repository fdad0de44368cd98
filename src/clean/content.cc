#include "clean/content.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/quick_hash.h"
#include "clean/block_features.h"
#include "clean/block_tokens.h"

namespace freshet {

namespace {

constexpr std::uint32_t kCopyWordsMin = 8;  // shorter texts repeat on purpose

struct BlockHeading {
  int level = 0;  // 0: the block is no heading of the text
  std::size_t element = 0;
};

BlockHeading heading_of(const ContentPage& page, std::size_t k) {
  BlockHeading heading;
  if (page.blocks[k].counts.words > kHeadingWordsMax) return heading;
  for (std::size_t e = page.blocks[k].element; e > 0; e = page.elements[e].parent) {
    using enum TagName;
    const TagName name = page.elements[e].name;
    if (name == nav || name == aside || name == footer || name == dialog) return {};
    if (const int level = heading_level(name); level > 0 && heading.level == 0)
      heading = {level, e};
  }
  return heading;
}

// A text that stands in two places of the page, such as for narrow and for wide screens, is read
// once: the likeliest copy keeps its probability. Within one element texts repeat on purpose.
void silence_copies(const ContentPage& page, std::span<ScoredBlock> scores) {
  struct Copy {
    std::uint64_t hash;
    std::uint32_t block;
  };
  std::vector<Copy> copies;
  for (std::size_t k = 0; k < scores.size(); ++k)
    if (page.blocks[k].counts.words >= kCopyWordsMin)
      copies.push_back({quick_hash(page.blocks[k].text), static_cast<std::uint32_t>(k)});
  std::ranges::sort(copies, [&](const Copy& a, const Copy& b) {
    if (a.hash != b.hash) return a.hash < b.hash;
    const float p = scores[a.block].probability, q = scores[b.block].probability;
    return p != q ? p > q : a.block < b.block;
  });
  const auto parent = [&](const Copy& copy) {
    return page.elements[page.blocks[copy.block].element].parent;
  };
  for (std::size_t i = 0, kept = 0; i < copies.size(); ++i) {
    if (copies[i].hash != copies[kept].hash) kept = i;
    if (i != kept && parent(copies[i]) != parent(copies[kept]))
      scores[copies[i].block].probability = 0;
  }
}

}  // namespace

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
  silence_copies(main.page, main.scores);
  main.confidence = choose_blocks(words, main.scores);
  return main;
}

void add_headings(MainText& main) {
  std::vector<ScoredBlock>& scores = main.scores;
  // From the end, so that a heading above a heading is seen.
  for (std::size_t k = scores.size(); k-- > 1;)
    if (scores[k].is_main && heading_of(main.page, k - 1).level > 0) scores[k - 1].is_main = true;
  const auto first = std::ranges::find(scores, true, &ScoredBlock::is_main);
  if (first == scores.end()) return;
  auto at = static_cast<std::size_t>(first - scores.begin());
  if (heading_of(main.page, at).level == 1) return;
  while (at > 0 && heading_of(main.page, at - 1).level != 1) --at;
  // An h1 may have several blocks.
  const std::size_t h1 = at > 0 ? heading_of(main.page, at - 1).element : 0;
  for (; at > 0 && heading_of(main.page, at - 1).element == h1; --at) scores[at - 1].is_main = true;
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
