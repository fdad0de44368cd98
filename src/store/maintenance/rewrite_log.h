// Writes the WARC files of an archive anew without some of their records, safely: new files, one
// transaction of the catalog, and only then the old files go.
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

// What is to go: for each file the offsets of main records; and of the other records in these files
// those that `takes_other` wants.
struct DropPlan {
  std::map<FileId, std::set<std::uint64_t>> snapshots;
  std::function<bool(const warc::Header&)> takes_other;  // may be empty
};

// The files of the layout `log`. So many are written anew at once, and named in one transaction.
inline constexpr std::size_t kRewriteFilesMax = 16;

Result<Rewritten> rewrite_log(ArchiveWriter& writer, const DropPlan& plan);

// Parts of a file that go; ascending, none touching another.
class DroppedRanges {
 public:
  void add(std::uint64_t begin, std::uint64_t end) { ranges_.emplace_back(begin, end); }
  void settle();  // after the last add

  bool holds(std::uint64_t offset) const;
  std::uint64_t moved(std::uint64_t offset) const;  // where a kept byte comes to lie
  std::uint64_t bytes() const;
  // The parts that stay, up to `end`.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> kept(std::uint64_t end) const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

}  // namespace freshet
