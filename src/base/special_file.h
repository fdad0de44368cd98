// Files that are not regular: devices, FIFOs, symbolic links. A program that was asked to write
// there writes into them, as the `>` of a shell does, and does not put a regular file in their
// place.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

// Returns true if there is something at `path` that is not a regular file. A symbolic link is
// special whatever it leads to.
bool is_special_file(const std::string& path);

// An open special file. Not thread-safe.
class SpecialFile {
 public:
  // Follows symbolic links; a regular file at their end is emptied, or created. Blocks at a FIFO
  // until it has a reader.
  static Result<std::unique_ptr<SpecialFile>> open(const std::string& path);
  ~SpecialFile();
  SpecialFile(const SpecialFile&) = delete;
  SpecialFile& operator=(const SpecialFile&) = delete;

  // Writes all of `bytes` after those written before.
  Status write(std::string_view bytes);

  // Returns when the written data would survive a power loss, if it lies in a regular file.
  Status sync();

 private:
  SpecialFile(int descriptor, std::string path);

  int descriptor_;
  std::string path_;
};

}  // namespace freshet
