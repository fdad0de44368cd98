// The weight of a change: a logistic function of a few facts about it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "change/judge.h"

namespace freshet {

inline constexpr std::size_t kScoreFacts = 7;

struct ScoreFact {
  std::string_view name;
  double weight;
};

// In the order of score_facts(). Fitted by bench/judge_eval.cc on labelled pairs of real pages,
// which prints them; bench/RESULTS.md gives their accuracy on other pages.
extern const std::array<ScoreFact, kScoreFacts> kScoreWeights;
extern const double kScoreBias;

// From this score on a change is meaningful. Below one half, because a missed change is lost while
// a false alarm only costs a look; the trade-off in bench/RESULTS.md is flat from 0.34 to 0.66.
inline constexpr double kMeaningfulScore = 0.33;

using ScoreFacts = std::array<double, kScoreFacts>;
ScoreFacts score_facts(const ChangeNumbers& numbers);

// Returns a score below kMeaningfulScore if nothing of the content changed: noise and changes of
// the frame do not add up to a change of the content.
double score_change(const ChangeNumbers& numbers);
bool touches_content(const ChangeNumbers& numbers);

}  // namespace freshet
