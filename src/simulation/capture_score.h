// Verdicts of a capture against the truth of the practice world.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "capture/capture_book.h"
#include "practice/world.h"

namespace freshet {

// Counts of pages. The verdicts are read from the archive anew: a page is proven for an instant if
// the last sighting up to it and the first one after it found the same.
struct CaptureScore {
  std::size_t pages = 0;
  std::size_t proven = 0;
  std::size_t changed = 0;
  // Proven, but another content was served at the instant than at the visit ...
  std::size_t wrong = 0;
  // ... though its server said that it had not: its validators are stuck. Not in `wrong`.
  std::size_t wrong_by_validator = 0;
  // ... and at the revisit the first one again, which visits alone cannot tell. Not in `wrong`.
  std::size_t changed_back = 0;
  // Called changed, but the page was the same at both sightings.
  std::size_t needlessly_changed = 0;
  std::vector<std::string> wrong_urls = {};
};

// Scores the best round of a capture. Errc::invalid if it has no instant.
Result<CaptureScore> score_capture(const World& world, Disk& disk, const std::string& directory,
                                   const CaptureRow& capture);

}  // namespace freshet
