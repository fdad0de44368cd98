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

// In order of score_facts(). Fitted by bench/judge_eval.cc on labelled pairs of real pages, which
// prints them; bench/RESULTS.md says how well they do on pages that they were not fitted on.
extern const std::array<ScoreFact, kScoreFacts> kScoreWeights;
extern const double kScoreBias;

// From here on a change is meaningful. Below one half, because what is missed is lost and a false
// alarm is only looked at; the trade-off in bench/RESULTS.md is flat from 0.34 to 0.66.
inline constexpr double kMeaningfulScore = 0.33;

using ScoreFacts = std::array<double, kScoreFacts>;
ScoreFacts score_facts(const ChangeNumbers& numbers);

// Below kMeaningfulScore where nothing of the content changed: much noise and much of the frame are
// still no change of the content.
double score_change(const ChangeNumbers& numbers);
bool touches_content(const ChangeNumbers& numbers);

}  // namespace freshet
