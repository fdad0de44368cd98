// The verdict on a page at an instant: does the archive prove its content then?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "coherence/invariance.h"

namespace freshet {

enum class Verdict : std::uint8_t {
  proven,    // sightings around the instant found one content
  probable,  // the nearest sighting probably still held
  changed,   // the sightings around the instant found different contents
  unknown,   // no sighting, no rate, or too long ago; never counted as coherent
};

inline constexpr std::size_t kVerdicts = 4;
std::string_view name_of(Verdict verdict);

// A content is probable from this probability on.
inline constexpr double kProbableMin = 0.5;

// The verdict with its evidence: the last sighting up to the instant, the first after it, and the
// content that is most likely to have stood then (that of one of the two).
struct PageVerdict {
  Verdict verdict = Verdict::unknown;
  std::optional<std::uint64_t> content = {};  // none if the page was never seen
  double probability = 0;                     // of `content` at the instant; 1 if proven
  std::optional<Sighting> before = {};
  std::optional<Sighting> after = {};
  std::optional<Interval> proof = {};  // the invariance interval, if proven
};

// Judges one page. Sightings are expected in the order of `sent`; others are sorted first.
// `changes_per_day` is its rate if known; a negative or NaN rate is unknown.
//
// Beside a sighting the probability is exp(-rate * distance). Between two different contents, where
// there was a change in the gap, it is (exp(-rate * distance) - exp(-rate * gap)) / (1 - exp(-rate
// * gap)) for each of them. An answer to HEAD is no proof: it makes a content probable, with the
// probability that the nearest proof of that content gives it.
PageVerdict judge_at(std::span<const Sighting> by_time, Time instant,
                     std::optional<double> changes_per_day);

// Returns exp(-rate * gap), the probability that a page of this rate does not change within `gap`;
// 0 for a negative or NaN rate.
double unchanged_probability(double changes_per_day, Duration gap);

}  // namespace freshet
