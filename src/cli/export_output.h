// Where an export goes: a file that appears when it is whole, or stdout.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "cli/output.h"

namespace freshet {

// A file that is written beside its place. If finish() is not reached, nothing is left of it and
// what was in its place stays. `disk` outlives it.
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

// Lines on their way to a terminal, with what could drive it made visible. Not thread-safe.
class VisibleLines {
 public:
  explicit VisibleLines(Output& out) : out_(out) {}

  void write(std::string_view bytes);
  void finish();  // a last line without its end

 private:
  Output& out_;
  std::string held_;
};

}  // namespace freshet
