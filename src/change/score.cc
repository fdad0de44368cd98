#include "change/score.h"

#include <algorithm>
#include <cmath>

namespace freshet {

const std::array<ScoreFact, kScoreFacts> kScoreWeights = {{{"content text", 4.0},
                                                           {"content words", 0.2},
                                                           {"content links", 3.0},
                                                           {"content markup", 2.5},
                                                           {"content images", 2.5},
                                                           {"frame text", 1.5},
                                                           {"frame links", 0.5},
                                                           {"noise", 0.5}}};
const double kScoreBias = -2.5;

// About a thousand words are as many as it needs.
constexpr double kLogWordsMax = 7.0;

// Whether there is any counts more than how much: a date in a policy is one word.
ScoreFacts score_facts(const ChangeNumbers& numbers) {
  const auto any = [](std::size_t count) { return count > 0 ? 1.0 : 0.0; };
  return {any(numbers.content_blocks), std::log1p(static_cast<double>(numbers.content_words)),
          any(numbers.content_links),  any(numbers.content_markup),
          any(numbers.content_images), any(numbers.frame_blocks),
          any(numbers.frame_links),    any(numbers.noisy_blocks)};
}

double score_change(const ChangeNumbers& numbers) {
  const ScoreFacts facts = score_facts(numbers);
  double sum = kScoreBias;
  for (std::size_t i = 0; i < kScoreFacts; ++i) sum += kScoreWeights[i].weight * facts[i];
  return 1 / (1 + std::exp(-sum));
}

}  // namespace freshet
