#include "change/score.h"

#include <algorithm>
#include <cmath>

namespace freshet {
namespace {

constexpr double kLogWordsMax = 7.0;  // about a thousand words; more do not count

}  // namespace

const std::array<ScoreFact, kScoreFacts> kScoreWeights = {{{"content text", 4.4},
                                                           {"content words", 2.0},
                                                           {"content links", 4.8},
                                                           {"content markup", 2.5},
                                                           {"frame text", 0.6},
                                                           {"frame links", 1.4},
                                                           {"noise", 0.3}}};
const double kScoreBias = -2.7;

// The presence of a change counts more than its size: a new date in a policy is one word.
ScoreFacts score_facts(const ChangeNumbers& numbers) {
  const auto any = [](std::size_t count) { return count > 0 ? 1.0 : 0.0; };
  const double log_words = std::log1p(static_cast<double>(numbers.content_words));
  return {any(numbers.content_blocks), std::min(1.0, log_words / kLogWordsMax),
          any(numbers.content_links),  any(numbers.content_markup),
          any(numbers.frame_blocks),   any(numbers.frame_links),
          any(numbers.noisy_blocks)};
}

bool touches_content(const ChangeNumbers& numbers) {
  return numbers.content_blocks + numbers.content_links + numbers.content_markup > 0;
}

double score_change(const ChangeNumbers& numbers) {
  const ScoreFacts facts = score_facts(numbers);
  double sum = kScoreBias;
  for (std::size_t i = 0; i < kScoreFacts; ++i) sum += kScoreWeights[i].weight * facts[i];
  const double score = 1 / (1 + std::exp(-sum));
  return touches_content(numbers) ? score : score * kMeaningfulScore;
}

}  // namespace freshet
