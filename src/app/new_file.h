// A file that appears when it is complete.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "base/special_file.h"

namespace freshet {

// Written beside its place as PATH.part and renamed by finish(). Without finish() nothing is left
// of it, and a file that was in its place stays. `disk` outlives it. Devices, FIFOs and symbolic
// links are written in place.
class NewFile {
 public:
  static Result<NewFile> create(Disk& disk, std::string path);
  NewFile(NewFile&&) noexcept = default;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();

  Status write(std::string_view bytes);
  Status finish();

 private:
  NewFile(Disk& disk, std::string path, std::unique_ptr<File> file,
          std::unique_ptr<SpecialFile> special);
  Status write_held();

  Disk& disk_;
  std::string path_;
  std::unique_ptr<File> file_;            // none once it is finished, and of a special file
  std::unique_ptr<SpecialFile> special_;  // none of a regular file
  std::string held_;
  std::uint64_t written_ = 0;
};

// Writes a file that a user named: `bytes` replace it once they are complete.
Status write_new_file(Disk& disk, const std::string& path, std::string_view bytes);

}  // namespace freshet
