#include "app/new_file.h"

#include <utility>

namespace freshet {
namespace {

constexpr std::size_t kExportHeldBytes = std::size_t{1} << 20;

std::string beside(const std::string& path) { return path + ".part"; }

}  // namespace

NewFile::NewFile(Disk& disk, std::string path, std::unique_ptr<File> file,
                 std::unique_ptr<SpecialFile> special)
    : disk_(disk), path_(std::move(path)), file_(std::move(file)), special_(std::move(special)) {}

NewFile::~NewFile() {
  if (!file_) return;
  file_.reset();
  // A failure cannot be reported from here; the name of the file says what it is.
  static_cast<void>(disk_.remove(beside(path_)));
}

Result<NewFile> NewFile::create(Disk& disk, std::string path) {
  if (is_special_file(path)) {
    auto special = SpecialFile::open(path);
    if (!special) return std::unexpected(special.error());
    return NewFile(disk, std::move(path), nullptr, *std::move(special));
  }
  auto file = disk.open(beside(path), Access::write);
  if (!file) return std::unexpected(file.error());
  if (auto emptied = (*file)->truncate(0); !emptied) return std::unexpected(emptied.error());
  return NewFile(disk, std::move(path), *std::move(file), nullptr);
}

Status NewFile::write_held() {
  const Status written = special_ ? special_->write(held_) : file_->write(written_, held_);
  if (!written) return written;
  written_ += held_.size();
  held_.clear();
  return {};
}

Status NewFile::write(std::string_view bytes) {
  held_ += bytes;
  return held_.size() < kExportHeldBytes ? Status() : write_held();
}

Status NewFile::finish() {
  if (auto written = write_held(); !written) return written;
  if (special_) return special_->sync();
  if (auto synced = file_->sync(); !synced) return synced;
  if (auto renamed = disk_.rename(beside(path_), path_); !renamed) return renamed;
  file_.reset();
  return disk_.sync_directory(parent_directory(path_));
}

Status write_new_file(Disk& disk, const std::string& path, std::string_view bytes) {
  auto file = NewFile::create(disk, path);
  if (!file) return std::unexpected(file.error());
  if (auto written = file->write(bytes); !written) return written;
  return file->finish();
}

}  // namespace freshet
