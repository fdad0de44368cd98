// The order of ready hosts: those that have used fewer slices of time come first, and among equals
// the one with most pages waiting. So every ready host has its first slice before any has its
// second. Both numbers form one score, since the catalog orders by one.
//
// Links found meanwhile raise the score of a host, but never to the next turn.
#pragma once

#include <algorithm>
#include <cstdint>

namespace freshet {

// More than the pages that ever wait for one host.
inline constexpr std::int64_t kTurnScore = std::int64_t{1} << 40;
inline constexpr std::int64_t kTurnsMax = std::int64_t{1} << 20;

// Returns how many slices the host of this score has used.
constexpr std::int64_t turns_of(std::int64_t score) {
  return score >= 0 ? 0 : std::min((-score + kTurnScore - 1) / kTurnScore, kTurnsMax);
}

// Returns the score of a host with `waiting` pages after `turns` slices.
constexpr std::int64_t score_after(std::int64_t turns, std::int64_t waiting) {
  return std::clamp<std::int64_t>(waiting, 1, kTurnScore - 1) -
         std::clamp<std::int64_t>(turns, 0, kTurnsMax) * kTurnScore;
}

}  // namespace freshet
