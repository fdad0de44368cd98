// What a writer does before it writes: brings the files of an archive back to what the catalog has
// acknowledged. Whatever a crash left behind that, nobody was promised.
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
  std::size_t files_cut = 0;      // that had more bytes than were committed
  std::size_t files_removed = 0;  // that the catalog does not name
  std::size_t set_aside = 0;      // WARC files and ends of them that are in aside/ now
};

// Where records go that the catalog does not name.
enum class Unnamed {
  is_removed,    // the catalog is known to be current: nobody was promised these records
  is_set_aside,  // nobody can tell: they are moved to aside/, from where `import` takes them
};

// Cuts each file in `files` back to its committed length and removes what is not named there: torn
// files of ours only, never a WARC that lies there whole. Errc::corrupt if a file is missing or
// shorter than what was committed.
Result<Recovered> cut_back(Disk& disk, const std::string& directory,
                           const std::vector<FileRow>& files, Unnamed unnamed);

// WARC files that the catalog does not name and that cut_back will leave where they are: nobody
// here wrote them, or somebody put them there.
Result<std::vector<std::string>> stray_warcs(Disk& disk, const std::string& directory,
                                             const std::vector<FileRow>& files);

// Before WARC files are written anew: notes which old ones will go, and from which number on the
// new ones are. Should the writer not come to forget_rewrite, cut_back removes those of them that
// the catalog does not name.
Status note_rewrite(Disk& disk, const std::string& directory, const std::vector<std::string>& old,
                    FileId first_new, bool committed);
Status forget_rewrite(Disk& disk, const std::string& directory);

// Ends a rewriting that was cut short, before a catalog is made again: what `files` (those of the
// catalog that is there, if it is current) does not name goes. Without them the note itself tells
// if the new files had been committed.
Status settle_rewrite(Disk& disk, const std::string& directory,
                      const std::optional<std::vector<FileRow>>& files);

// WARC files (open or sealed) in the archive's directory, by name, as the catalog would name them.
Result<std::vector<std::string>> warc_files(Disk& disk, const std::string& directory);

}  // namespace freshet
