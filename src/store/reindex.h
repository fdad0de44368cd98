// Makes the catalog, the index and the tags of an archive again, from its records alone.
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
  std::uint64_t bytes_cut = 0;       // of snapshots that were not whole at the end of a file
  std::vector<std::string> skipped;  // a sentence for each damage that hides records
};

// The caller holds the archive's lock. All is built beside what is there and put in its place at
// the end by renames; if that fails, on a full disk, the archive is as it was. Each WARC is cut
// back to its last whole snapshot, if what follows is but the torn end of one; damage within a file
// is passed over and told. A catalog that is there is kept as "catalog.sqlite.before-reindex", or
// "-2", "-3", ... behind it: none that was kept before is overwritten.
Result<Reindexed> rebuild_catalog(Disk& disk, const std::string& directory, Layout layout,
                                  const ReindexOptions& options);

}  // namespace freshet
