// Other people's archives become ours: their records are read with suspicion, brought into our form
// (a gzip member for each record, digests that are right) and kept with all their fields.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/archive_writer.h"

namespace freshet {

struct ImportOptions {
  std::uint64_t commit_bytes = std::uint64_t{64} << 20;  // acknowledged when so much was read
  std::function<void(const std::string& problem)> problem =
      nullptr;  // told of each record that is left out
  std::function<void(const std::string& file, std::uint64_t records)> progress = nullptr;
};

struct Imported {
  std::uint64_t files = 0;
  std::uint64_t records = 0;            // kept, those that are no snapshots included
  std::uint64_t snapshots = 0;          // among them
  std::uint64_t already_here = 0;       // snapshots of the same page, time and payload
  std::uint64_t damaged = 0;            // records left out
  std::uint64_t digests_corrected = 0;  // payload digests that did not match the payload
  std::uint64_t dates_corrected = 0;    // of records from the future, which are kept as of now
};

// A WARC, packed in any way or not at all, or a WACZ, told apart by their first bytes. Fails if the
// file cannot be read at all or is neither; damage within it is told and passed over. What was
// imported is committed.
Result<Imported> import_file(ArchiveWriter& writer, Disk& disk, const std::string& path,
                             const ImportOptions& options);

}  // namespace freshet
