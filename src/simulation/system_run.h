// A crawl of content systems, scored: missed pages and wasted requests.
#pragma once

#include <cstdint>
#include <string>

#include "simulation/score.h"

namespace freshet {

// Requests that a trap of random letters may cost: its grant, the trials at the end, its entrance.
inline constexpr std::uint64_t kLetterTrapGrant = 48;

// Crawls a world of eight hosts, each with a content system, in virtual time, into a new archive in
// `directory`.
Result<Score> crawl_systems(std::uint64_t seed, const std::string& directory);

}  // namespace freshet
