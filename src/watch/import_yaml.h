// Imports the jobs of urlwatch and of webchanges, which share a format: YAML, one document a job.
// Filters are a pipeline there; those that have the same meaning as parts, patterns and flags of a
// watch are taken over, others refuse the job. Design: docs/design/watch.md.
#pragma once

#include <string_view>

#include "base/error.h"
#include "watch/import_report.h"

namespace freshet {

// Accepts any bytes. `name` is what errors call the file: `urls.yaml:12: not YAML: ...`. A job that
// cannot be taken over is refused in the report.
Result<ImportedWatches> import_yaml_jobs(std::string_view text, std::string_view name);

}  // namespace freshet
