// The features of tokens: scores along the chain of elements around a block.
#include <algorithm>
#include <limits>

#include "clean/block_features.h"

namespace freshet {
namespace {

constexpr std::size_t kTokenColumns = 9;
constexpr float kUnscored = std::numeric_limits<float>::quiet_NaN();

// Scores of the tokens of one element or attribute value.
struct TokenScores {
  float count = 0;
  float sum = 0;
  float min = std::numeric_limits<float>::max();
  float max = std::numeric_limits<float>::lowest();

  void add(float score) {
    ++count;
    sum += score;
    min = std::min(min, score);
    max = std::max(max, score);
  }
  void add(const TokenScores& more) {
    count += more.count;
    sum += more.sum;
    min = std::min(min, more.min);
    max = std::max(max, more.max);
  }
};

// The same along the chain from the page down to an element.
struct ChainScores {
  float near = kUnscored, near_min = kUnscored, near_max = kUnscored;  // the last scored element
  float next = kUnscored;                                              // the one before it
  float min = kUnscored, max = kUnscored;
  float sum = 0;  // of the means of scored elements
  float elements = 0;

  void add(const TokenScores& own) {
    if (own.count == 0) return;
    next = near;
    near = own.sum / own.count;
    near_min = own.min;
    near_max = own.max;
    min = elements == 0 ? own.min : std::min(min, own.min);
    max = elements == 0 ? own.max : std::max(max, own.max);
    sum += near;
    ++elements;
  }
};

std::vector<TokenScores> score_runs(const ElementMarks& marks, const TokenTable& table) {
  std::vector<TokenScores> scores(marks.runs.size());
  for (std::size_t r = 0; r < marks.runs.size(); ++r) {
    const TokenRun run = marks.runs[r];
    for (std::uint32_t i = run.first; i < run.first + run.count; ++i)
      if (const float* score = table.find(marks.tokens[i])) scores[r].add(*score);
  }
  return scores;
}

std::vector<ChainScores> score_chains(const ContentPage& page, const ElementMarks& marks,
                                      const TokenTable& table) {
  const std::vector<TokenScores> runs = score_runs(marks, table);
  std::vector<ChainScores> chains(page.elements.size());
  for (std::size_t e = 1; e < page.elements.size(); ++e) {
    if (!marks.is_used[e]) continue;
    TokenScores own;
    for (std::uint32_t v = marks.first_value[e]; v < marks.first_value[e + 1]; ++v)
      own.add(runs[marks.values[v]]);
    chains[e] = chains[page.elements[e].parent];
    chains[e].add(own);
  }
  return chains;
}

}  // namespace

void fill_token_features(const ContentPage& page, const ElementMarks& marks,
                         const TokenTable& table, FeatureRows& rows) {
  const std::vector<ChainScores> chains = score_chains(page, marks, table);
  const std::size_t features = block_feature_names().size();
  for (std::size_t k = 0; k < page.blocks.size(); ++k) {
    const PageElement& element = page.elements[page.blocks[k].element];
    const ChainScores& chain = chains[page.blocks[k].element];
    float* out = &rows[(k + 1) * features - kTokenColumns];
    *out++ = chain.near;
    *out++ = chain.next;
    *out++ = chain.min;
    *out++ = chain.max;
    *out++ = chain.elements > 0 ? chain.sum / chain.elements : kUnscored;
    *out++ = chain.near_min;
    *out++ = chain.near_max;
    *out++ = table.tag_score(element.name);
    *out++ = table.tag_score(page.elements[element.parent].name);
  }
}

}  // namespace freshet
