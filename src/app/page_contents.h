// The contents that a page of an archive has had, one after another. A snapshot that repeats the
// one before it (the same bytes, a 304) is no new content.
#pragma once

#include <vector>

#include "base/error.h"
#include "store/archive.h"

namespace freshet {

// The snapshot with which each content of the page began, by time; answers other than 200 are
// passed over.
Result<std::vector<Found>> page_contents(Archive& archive, const PageRow& page);

}  // namespace freshet
