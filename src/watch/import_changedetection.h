// Imports the watches of changedetection.io: the directory format (0.60: changedetection.json, and
// a watch.json or tag.json for each), the single file up to 2025 (0.50: url-watches.json), and
// watches as the REST interface answers them, by their id or name.
//
// Filters of tags are written into their watches; channels stay with the tags. Snapshots, secrets
// of the other program and its look are not read. Design: docs/design/watch.md.
#pragma once

#include <cstddef>
#include <vector>

#include "base/error.h"
#include "watch/import_report.h"
#include "watch/source_file.h"

namespace freshet {

inline constexpr std::size_t kImportedValuesMax = 2'000'000;  // of all files together
inline constexpr std::size_t kImportedFieldsMax = 1000;       // of one watch; more: it is refused

// Accepts any files. Errc::invalid if none of them holds watches, Errc::limit if they are too
// large; a watch that cannot be read is refused in the report.
Result<ImportedWatches> import_changedetection(const std::vector<SourceFile>& files);

}  // namespace freshet
