#include "app/new_file.h"

#include <utility>

namespace freshet {
namespace {

constexpr std::size_t kExportHeldBytes = std::size_t{1} << 20;

std::string beside(const std::string& path) { return path + ".part"; }

}  // namespace

NewFile::NewFile(Disk& disk, std::string path, std::unique_ptr<File> file)
    : disk_(disk), path_(std::move(path)), file_(std::move(file)) {}

NewFile::~NewFile() {
  if (!file_) return;
  file_.reset();
  // A failure cannot be reported from here; the name of the file says what it is.
  static_cast<void>(disk_.remove(beside(path_)));
}

Result<NewFile> NewFile::create(Disk& disk, std::string path) {
  auto file = disk.open(beside(path), Access::write);
  if (!file) return std::unexpected(file.error());
  if (auto emptied = (*file)->truncate(0); !emptied) return std::unexpected(emptied.error());
  return NewFile(disk, std::move(path), *std::move(file));
}

Status NewFile::write(std::string_view bytes) {
  held_ += bytes;
  if (held_.size() < kExportHeldBytes) return {};
  if (auto written = file_->write(written_, held_); !written) return written;
  written_ += held_.size();
  held_.clear();
  return {};
}

Status NewFile::finish() {
  if (auto written = file_->write(written_, held_); !written) return written;
  if (auto synced = file_->sync(); !synced) return synced;
  if (auto renamed = disk_.rename(beside(path_), path_); !renamed) return renamed;
  file_.reset();
  return disk_.sync_directory(parent_directory(path_));
}

}  // namespace freshet
