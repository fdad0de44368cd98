// Imports WARC and WACZ files of other programs. Records are checked, brought into our form (one
// gzip member per record, correct digests) and kept with all their fields.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/archive_writer.h"

namespace freshet {

struct ImportOptions {
  std::uint64_t commit_bytes = std::uint64_t{64} << 20;  // bytes read between two commits
  std::function<void(const std::string& problem)> problem =
      nullptr;  // called for each record left out
  std::function<void(const std::string& file, std::uint64_t records)> progress = nullptr;
};

struct Imported {
  std::uint64_t files = 0;
  std::uint64_t records = 0;            // imported, including those that are not snapshots
  std::uint64_t snapshots = 0;          // of these records
  std::uint64_t already_here = 0;       // snapshots of the same page, time and payload
  std::uint64_t damaged = 0;            // records left out
  std::uint64_t digests_corrected = 0;  // payload digests that did not match the payload
  std::uint64_t dates_corrected = 0;    // dates in the future, set to now
};

// Imports a WARC, compressed or not, or a WACZ; the first bytes tell which. Fails if the file is
// unreadable or neither. Damage within the file is reported and skipped. Everything imported is
// committed on return.
Result<Imported> import_file(ArchiveWriter& writer, Disk& disk, const std::string& path,
                             const ImportOptions& options);

}  // namespace freshet
