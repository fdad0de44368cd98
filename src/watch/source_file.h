// Files of another monitor, as they are read from a directory or a backup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

struct SourceFile {
  std::string path;  // below the directory or in the archive
  std::string bytes;
};

inline constexpr std::size_t kSourceFilesMax = 100'000;
inline constexpr std::size_t kSourceBytesMax = std::size_t{256} << 20;  // of all files

// Returns true for the files of changedetection.io that hold settings: url-watches.json,
// changedetection.json, and watch.json or tag.json in a directory. Secrets and snapshots are
// others.
bool is_settings_file(std::string_view path);

// Returns the settings files of a backup. Any bytes give files or an error.
Result<std::vector<SourceFile>> read_backup_zip(std::string_view bytes);

// Returns the settings files below a datastore directory.
Result<std::vector<SourceFile>> read_datastore(Disk& disk, const std::string& directory);

}  // namespace freshet
