// The snapshots of a page in words.
#pragma once

#include <string>
#include <vector>

#include "catalog/rows.h"

namespace freshet {

// Returns "3 versions, 2 confirmations, 1 other answer"; of these only those that there are.
// Versions are counted as `list` and `history` do; confirmations found the version before them
// again. Other answers are failures, redirects, truncated pages.
std::string version_words(const std::vector<SnapshotRow>& rows);

}  // namespace freshet
