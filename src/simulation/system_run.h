// A crawl of content systems, judged: what it missed and what it wasted.
#pragma once

#include <cstdint>
#include <string>

#include "simulation/score.h"

namespace freshet {

// Requests that a trap of letters may cost: its grant, the trials at the end, its entrance.
inline constexpr std::uint64_t kLetterTrapGrant = 48;

// Crawls a world of eight hosts, each with a content system, in virtual time, into an archive in
// `directory`, which does not exist yet.
Result<Score> crawl_systems(std::uint64_t seed, const std::string& directory);

}  // namespace freshet
