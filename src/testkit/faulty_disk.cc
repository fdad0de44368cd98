#include "testkit/faulty_disk.h"

#include <fmt/format.h>

namespace freshet {
namespace {

std::unexpected<Error> full(const std::string& path) {
  return std::unexpected(
      Error{Errc::limit, fmt::format("cannot write \"{}\": No space left on device", path)});
}

class FaultyFile final : public File {
 public:
  FaultyFile(std::unique_ptr<File> file, std::string path, std::shared_ptr<FaultyDisk::State> state)
      : file_(std::move(file)), path_(std::move(path)), state_(std::move(state)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    return file_->read(offset, into);
  }
  Status write(std::uint64_t offset, std::string_view bytes) override {
    if (!state_->next_fails()) return file_->write(offset, bytes);
    // A full disk leaves half of the bytes; the result of this write is ignored.
    static_cast<void>(file_->write(offset, bytes.substr(0, bytes.size() / 2)));
    return full(path_);
  }
  Result<std::uint64_t> size() override { return file_->size(); }
  Status truncate(std::uint64_t size) override {
    return state_->next_fails() ? full(path_) : file_->truncate(size);
  }
  Status sync() override { return state_->next_fails() ? full(path_) : file_->sync(); }

 private:
  std::unique_ptr<File> file_;
  std::string path_;
  std::shared_ptr<FaultyDisk::State> state_;
};

}  // namespace

bool FaultyDisk::State::next_fails() {
  const std::uint64_t call = calls++;
  return fails_once ? call == fail_from : call >= fail_from;
}

Result<std::unique_ptr<File>> FaultyDisk::open(const std::string& path, Access access) {
  if (access == Access::read) return disk_.open(path, access);
  if (state_->next_fails()) return full(path);
  auto file = disk_.open(path, access);
  if (!file) return file;
  return std::make_unique<FaultyFile>(*std::move(file), path, state_);
}

Status FaultyDisk::rename(const std::string& from, const std::string& to) {
  return state_->next_fails() ? full(to) : disk_.rename(from, to);
}

Status FaultyDisk::remove(const std::string& path) {
  return state_->next_fails() ? full(path) : disk_.remove(path);
}

Status FaultyDisk::make_directories(const std::string& path) {
  return state_->next_fails() ? full(path) : disk_.make_directories(path);
}

Status FaultyDisk::sync_directory(const std::string& path) {
  return state_->next_fails() ? full(path) : disk_.sync_directory(path);
}

}  // namespace freshet
