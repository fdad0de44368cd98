// Takes snapshots out of an archive: the files that hold them are written anew without them, the
// catalog is told in one transaction, and only then the old files are deleted. For take-downs and
// for keeping history short.
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
  std::uint64_t snapshots = 0;  // taken out
  std::uint64_t pages = 0;      // of which nothing is left
  std::uint64_t files = 0;      // written anew
  std::uint64_t bytes_freed = 0;
};

// Takes down every snapshot of these pages, or of whole hosts: records, index lines, tags and rows.
// What is asked for and done is noted in removals.jsonl. `reason` goes there too.
struct TakeDown {
  std::vector<std::string> urls;
  std::vector<std::string> hosts;  // keys of hosts: "example.com", "example.com:8080"
  std::string reason;
};
Result<Rewritten> take_down(ArchiveWriter& writer, const TakeDown& what);

// Takes out what the rules do not keep. What a kept revisit refers to stays.
Result<Rewritten> compact_archive(ArchiveWriter& writer, const Retention& retention);

}  // namespace freshet
