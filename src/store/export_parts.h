// The parts that several exports need.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"

namespace freshet {

// Returns the snapshot to read the text of `found` from: itself, or the other page that it repeats.
// Nothing if it is not HTML, or repeats its own page, whose text is exported already.
Result<std::optional<Found>> page_to_read(Archive& archive, const Found& found);

// Returns a gzip member with the warcinfo record of a file that is written now.
std::string warcinfo_member(const std::string& filename, Time now);

}  // namespace freshet
