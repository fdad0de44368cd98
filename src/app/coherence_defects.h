// How two versions of a page differ, as a kind of defect (coherence/defects.h).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "app/content_numbers.h"
#include "base/error.h"
#include "change/text_diff.h"
#include "coherence/defects.h"
#include "coherence/verdict.h"
#include "store/archive.h"

namespace freshet {

// The sightings around an instant that are no hints, and their records; none where nothing is kept.
struct SeenAround {
  std::optional<Sighting> before = {};
  std::optional<Sighting> after = {};
  std::optional<Found> version_before = {};
  std::optional<Found> version_after = {};
};

// Returns the kind by which the two differ; none if they do not. Versions that are not kept, or not
// HTML, count as wholly different.
Result<std::optional<Defect>> find_defect(Archive& archive, HostTemplateReader& templates,
                                          const SeenAround& around);

// Returns the first lines that differ between the two versions; none if they are not HTML.
inline constexpr std::size_t kDifferenceLinesMax = 12;
Result<std::vector<DiffLine>> read_difference(Archive& archive, const SeenAround& around);

}  // namespace freshet
