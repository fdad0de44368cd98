// Rewrites the WARC files of an archive without some of their records. New files are written, one
// transaction of the catalog switches over, and only then the old files are removed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "store/archive_writer.h"
#include "store/rewrite.h"

namespace freshet {

// The records to drop: for each file the offsets of main records, and the other records in these
// files for which `takes_other` returns true.
struct DropPlan {
  std::map<FileId, std::set<std::uint64_t>> snapshots;
  std::function<bool(const warc::Header&)> takes_other;  // may be empty
};

// The number of files that are rewritten in one transaction.
inline constexpr std::size_t kRewriteFilesMax = 16;

Result<Rewritten> rewrite_log(ArchiveWriter& writer, const DropPlan& plan);

// Ranges of a file that are dropped; ascending and disjoint after settle().
class DroppedRanges {
 public:
  void add(std::uint64_t begin, std::uint64_t end) { ranges_.emplace_back(begin, end); }
  void settle();  // call after the last add()

  bool holds(std::uint64_t offset) const;
  std::uint64_t moved(std::uint64_t offset) const;  // new offset of a kept byte
  std::uint64_t bytes() const;
  // The ranges that are kept, up to `end`.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> kept(std::uint64_t end) const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

}  // namespace freshet
