// Rebuilds the catalog, the index and the tags of an archive from its records alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "html/tag_index.h"
#include "store/archive_files.h"

namespace freshet {

struct ReindexOptions {
  Scripting scripting = Scripting::off;
  std::string vfs;  // for tests
  std::function<void(const std::string& file, std::uint64_t snapshots)> progress = nullptr;
};

struct Reindexed {
  std::uint64_t files = 0;
  std::uint64_t snapshots = 0;
  std::uint64_t bytes_cut = 0;       // of incomplete snapshots at the ends of files
  std::vector<std::string> skipped;  // a sentence for each damaged place that hides records
};

// The caller holds the archive's lock. Everything is built beside the old files and put in place by
// renames at the end. If that fails, for example on a full disk, the archive is unchanged. A WARC
// that ends in an incomplete snapshot is cut back to its last complete one; damage within a file is
// reported and skipped. The old catalog is kept as "catalog.sqlite.before-reindex", or with "-2",
// "-3", ... appended: an older copy is never overwritten.
Result<Reindexed> rebuild_catalog(Disk& disk, const std::string& directory, Layout layout,
                                  const ReindexOptions& options);

}  // namespace freshet
