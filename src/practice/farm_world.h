// A farm (farm.h) as part of a practice world: answers and names of its hosts.
#pragma once

#include <optional>
#include <string_view>

#include "practice/answer.h"
#include "practice/farm.h"
#include "practice/world.h"

namespace freshet {

// A host that links to the home pages of all others, so that a crawl can find them.
inline constexpr std::string_view kFarmDirectory = "directory-of-the-farm.test";

// Returns the answer of a host of the farm; nothing for other hosts. Links and redirects between
// hosts of a farm have no port, so they work in memory and on the default ports. Parked hosts
// answer every query with their home page, as real ones do; hosts that redirect to their own https
// or "www." have a page there.
std::optional<PracticeAnswer> farm_answer(const Farm& farm, const PracticeRequest& request);

// Returns what the name servers of the farm's hosts say of a host or of its domain; nothing for
// names that are not in the farm.
std::optional<PracticeName> farm_name(const Farm& farm, std::string_view name);

}  // namespace freshet
