// Rewrites the WARC files of an archive without some of their records. New files are written, one
// transaction of the catalog switches over, and only then the old files are removed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/error.h"
#include "store/archive_writer.h"
#include "store/rewrite.h"

namespace freshet {

// The records to drop: for each file the offsets of main records, and the other records in these
// files for which `takes_other` returns true. Records of files with references are packed anew, so
// that none refers to a dropped one.
struct DropPlan {
  std::map<FileId, std::set<std::uint64_t>> snapshots;
  std::function<bool(const warc::Header&)> takes_other;  // may be empty
  std::optional<warc::MemberPacking> packing;  // all files of freshet that may have another get it
};

// The number of files that are rewritten in one transaction.
inline constexpr std::size_t kRewriteFilesMax = 16;

Result<Rewritten> rewrite_log(ArchiveWriter& writer, const DropPlan& plan);

}  // namespace freshet
