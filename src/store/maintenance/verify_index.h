// Compares the index of an archive with the lines expected from its records.
#pragma once

#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/rows.h"
#include "store/cdxj/cdxj_sorter.h"
#include "store/maintenance/findings.h"

namespace freshet {

// The expected lines are sorted in a temporary file, because an archive may have more of them than
// fit into memory.
class IndexCheck {
 public:
  IndexCheck(Disk& disk, std::string directory);
  ~IndexCheck();

  Status expect(const CdxjLine& line) { return expected_.add(line); }

  // Call once, after the last expect(). Every expected line must be there, byte for byte, and no
  // other.
  Status compare(const std::vector<FileRow>& files, Findings& findings);

 private:
  Status check_bytes(const FileRow& row, Findings& findings);

  Disk& disk_;
  std::string directory_;
  std::string scratch_;
  CdxjSorter expected_;
};

}  // namespace freshet
