// Recovery, before a writer writes: restores the files of an archive to the last commit. Bytes that
// a crash left past it were never acknowledged.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/rows.h"

namespace freshet {

struct Recovered {
  std::size_t files_cut = 0;      // longer than committed
  std::size_t files_removed = 0;  // not named by the catalog
  std::size_t set_aside = 0;      // WARC files, or ends of them, moved to aside/
};

// The treatment of records that the catalog does not name.
enum class Unnamed {
  is_removed,    // the catalog is current, so they were never acknowledged
  is_set_aside,  // unknown: they are moved to aside/, for `import`
};

// Cuts each file in `files` back to its committed length and removes files that are not named
// there. Removes only incomplete files of ours, never a complete WARC. Errc::corrupt if a file is
// missing or shorter than committed.
Result<Recovered> cut_back(Disk& disk, const std::string& directory,
                           const std::vector<FileRow>& files, Unnamed unnamed);

// Returns WARC files that the catalog does not name and cut_back does not touch, because somebody
// else put them there.
Result<std::vector<std::string>> stray_warcs(Disk& disk, const std::string& directory,
                                             const std::vector<FileRow>& files);

// Records, before WARC files are rewritten, the names of the old files and the first number of the
// new ones. If the writer dies before forget_rewrite, cut_back removes those of them that the
// catalog does not name.
Status note_rewrite(Disk& disk, const std::string& directory, const std::vector<std::string>& old,
                    FileId first_new, bool committed);
Status forget_rewrite(Disk& disk, const std::string& directory);

// Finishes an interrupted rewriting before a catalog is rebuilt: removes the files that `files`
// does not name. `files` are those of the old catalog, if it is current; without them the record
// itself says if the new files were committed.
Status settle_rewrite(Disk& disk, const std::string& directory,
                      const std::optional<std::vector<FileRow>>& files);

// Returns the WARC files (open or sealed) of the archive, sorted, by the names that the catalog
// uses.
Result<std::vector<std::string>> warc_files(Disk& disk, const std::string& directory);

}  // namespace freshet
