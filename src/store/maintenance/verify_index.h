// Compares the index of an archive with the lines that its records call for.
#pragma once

#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/rows.h"
#include "store/cdxj/cdxj_sorter.h"
#include "store/maintenance/findings.h"

namespace freshet {

// The expected lines are sorted in a file below the system's directory for such, since an archive
// may have more of them than there is memory.
class IndexCheck {
 public:
  IndexCheck(Disk& disk, std::string directory);
  ~IndexCheck();

  Status expect(const CdxjLine& line) { return expected_.add(line); }

  // Once, after the last expect(): every line must be there, and no other, each byte as we write
  // it.
  Status compare(const std::vector<FileRow>& files, Findings& findings);

 private:
  Status check_bytes(const FileRow& row, Findings& findings);

  Disk& disk_;
  std::string directory_;
  std::string scratch_;
  CdxjSorter expected_;
};

}  // namespace freshet
