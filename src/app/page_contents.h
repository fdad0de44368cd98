// The distinct contents of a page over time. A snapshot that repeats the previous one (the same
// bytes, a 304) is not a new content.
#pragma once

#include <vector>

#include "base/error.h"
#include "store/archive.h"

namespace freshet {

// Returns the first snapshot of each content, by time. Responses other than 200 are skipped.
Result<std::vector<Found>> page_contents(Archive& archive, const PageRow& page);

}  // namespace freshet
