// A file that appears when it is complete.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

// Written beside its place as PATH.part and renamed by finish(). Without finish() nothing is left
// of it, and a file that was in its place stays. `disk` outlives it.
class NewFile {
 public:
  static Result<NewFile> create(Disk& disk, std::string path);
  NewFile(NewFile&&) noexcept = default;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  Status write(std::string_view bytes);
  Status finish();

 private:
  NewFile(Disk& disk, std::string path, std::unique_ptr<File> file);

  Disk& disk_;
  std::string path_;
  std::unique_ptr<File> file_;  // none once it is finished
  std::string held_;
  std::uint64_t written_ = 0;
};

}  // namespace freshet
