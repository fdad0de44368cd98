// Removes snapshots from an archive. Files that hold them are rewritten without them, one
// transaction of the catalog switches over, and only then the old files are deleted. Used for
// take-downs and retention.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "store/archive_writer.h"
#include "store/versions.h"

namespace freshet {

struct Rewritten {
  std::uint64_t snapshots = 0;  // removed
  std::uint64_t pages = 0;      // with no snapshot left
  std::uint64_t files = 0;      // rewritten
  std::uint64_t bytes_freed = 0;
  std::uint64_t bytes_before = 0;  // of the rewritten files
  std::uint64_t bytes_after = 0;
};

// Takes down all snapshots of these pages, or of whole hosts: records, index lines, tags and rows.
// The request, its `reason` and the result are logged in removals.jsonl.
struct TakeDown {
  std::vector<std::string> urls;
  std::vector<std::string> hosts;  // keys of hosts: "example.com", "example.com:8080"
  std::string reason;
};
Result<Rewritten> take_down(ArchiveWriter& writer, const TakeDown& what);

// Removes the snapshots that `retention` does not keep. Originals that a kept revisit refers to
// stay.
Result<Rewritten> compact_archive(ArchiveWriter& writer, const Retention& retention);

// Packs all records by `packing`; every record stays the same, byte for byte. Files that have it
// already are left alone if their names tell. Errc::invalid in the layout `slots`.
Result<Rewritten> repack_archive(ArchiveWriter& writer, warc::MemberPacking packing);

}  // namespace freshet
