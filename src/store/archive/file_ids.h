// Numbers for the files of an archive.
#pragma once

#include <algorithm>
#include <vector>

#include "catalog/rows.h"

namespace freshet {

struct FileIds {
  FileId next = 1;

  FileId take() { return next++; }
  static FileIds after(const std::vector<FileRow>& files) {
    FileIds ids;
    for (const FileRow& file : files) ids.next = std::max(ids.next, file.id + 1);
    return ids;
  }
};

}  // namespace freshet
