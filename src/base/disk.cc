#include "base/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "base/escape.h"
#include "base/system_failure.h"

namespace freshet {
namespace {

constexpr mode_t kFileMode = 0666;       // less the umask
constexpr mode_t kDirectoryMode = 0777;  // less the umask

class SystemFile final : public File {
 public:
  SystemFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}
  ~SystemFile() override { ::close(descriptor_); }
  SystemFile(const SystemFile&) = delete;
  SystemFile& operator=(const SystemFile&) = delete;

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    std::size_t done = 0;
    while (done < into.size()) {
      const ssize_t got = ::pread(descriptor_, into.data() + done, into.size() - done,
                                  static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_failure("read", path_, errno);
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  Status write(std::uint64_t offset, std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t put =
          ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) return system_failure("write", path_, errno);
      offset += static_cast<std::uint64_t>(put);
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return {};
  }

  Result<std::uint64_t> size() override {
    struct stat status;
    if (::fstat(descriptor_, &status) != 0) return system_failure("look at", path_, errno);
    return static_cast<std::uint64_t>(status.st_size);
  }

  Status truncate(std::uint64_t size) override {
    if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
      return system_failure("cut", path_, errno);
    return {};
  }

  Status sync() override {
    if (::fdatasync(descriptor_) != 0) return system_failure("sync", path_, errno);
    return {};
  }

 private:
  int descriptor_;
  std::string path_;
};

class SystemLock final : public DiskLock {
 public:
  explicit SystemLock(int descriptor) : descriptor_(descriptor) {}
  ~SystemLock() override { ::close(descriptor_); }
  SystemLock(const SystemLock&) = delete;
  SystemLock& operator=(const SystemLock&) = delete;

 private:
  int descriptor_;
};

int open_flags(Access access) {
  switch (access) {
    case Access::read:
      return O_RDONLY | O_CLOEXEC;
    case Access::write:
      // Writing never follows a symbolic link: it could lead anywhere.
      return O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW;
    case Access::create:
      return O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  }
  return O_RDONLY | O_CLOEXEC;
}

class SystemDisk final : public Disk {
 public:
  Result<std::unique_ptr<File>> open(const std::string& path, Access access) override {
    const int descriptor = ::open(path.c_str(), open_flags(access), kFileMode);
    if (descriptor < 0) return system_failure("open", path, errno);
    return std::make_unique<SystemFile>(descriptor, path);
  }

  Status rename(const std::string& from, const std::string& to) override {
    if (std::rename(from.c_str(), to.c_str()) != 0) return system_failure("rename", from, errno);
    return {};
  }

  Status remove(const std::string& path) override {
    if (::unlink(path.c_str()) != 0) return system_failure("remove", path, errno);
    return {};
  }

  Status make_directories(const std::string& path) override {
    if (::mkdir(path.c_str(), kDirectoryMode) == 0) return {};
    const int number = errno;
    if (number == EEXIST) {
      struct stat status;
      if (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
      return system_failure("make the directory", path, ENOTDIR);
    }
    const std::string parent = parent_directory(path);
    if (number != ENOENT || parent == path)
      return system_failure("make the directory", path, number);
    if (auto made = make_directories(parent); !made) return made;
    if (::mkdir(path.c_str(), kDirectoryMode) != 0 && errno != EEXIST)
      return system_failure("make the directory", path, errno);
    return {};
  }

  Status sync_directory(const std::string& path) override {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return system_failure("open the directory", path, errno);
    const int number = ::fsync(descriptor) == 0 ? 0 : errno;
    ::close(descriptor);
    // Some file systems cannot sync a directory and need not.
    if (number != 0 && number != EINVAL) return system_failure("sync the directory", path, number);
    return {};
  }

  Result<std::vector<std::string>> list(const std::string& path) override {
    DIR* directory = ::opendir(path.c_str());
    if (!directory) return system_failure("list", path, errno);
    std::vector<std::string> names;
    errno = 0;
    while (const dirent* entry = ::readdir(directory)) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
      errno = 0;
    }
    const int number = errno;
    ::closedir(directory);
    if (number != 0) return system_failure("list", path, number);
    std::sort(names.begin(), names.end());
    return names;
  }

  bool exists(const std::string& path) override { return ::access(path.c_str(), F_OK) == 0; }

  Result<std::uint64_t> free_bytes(const std::string& path) override {
    struct statvfs status;
    if (::statvfs(path.c_str(), &status) != 0)
      return system_failure("ask for the room at", path, errno);
    return static_cast<std::uint64_t>(status.f_bavail) * status.f_frsize;
  }

  Result<std::unique_ptr<DiskLock>> lock(const std::string& path) override {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kFileMode);
    if (descriptor < 0) return system_failure("open", path, errno);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int number = errno;
      ::close(descriptor);
      if (number == EWOULDBLOCK)
        return std::unexpected(
            Error{Errc::unavailable, fmt::format("\"{}\" is locked by another", visible(path))});
      return system_failure("lock", path, number);
    }
    return std::make_unique<SystemLock>(descriptor);
  }
};

}  // namespace

Disk& system_disk() {
  static SystemDisk disk;
  return disk;
}

std::string parent_directory(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<std::string> read_whole(Disk& disk, const std::string& path, std::size_t bytes_max) {
  auto file = disk.open(path, Access::read);
  if (!file) return std::unexpected(file.error());
  auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  if (*size > bytes_max) {
    return std::unexpected(
        Error{Errc::limit, fmt::format("\"{}\" has {} bytes, and at most {} are read",
                                       visible(path), *size, bytes_max)});
  }
  std::string bytes(*size, '\0');
  auto got = (*file)->read(0, bytes);
  if (!got) return std::unexpected(got.error());
  bytes.resize(*got);
  return bytes;
}

std::string path_beside(std::string_view path) { return std::string(path) + ".new"; }

Status replace_file(Disk& disk, const std::string& path, std::string_view bytes) {
  const std::string beside = path_beside(path);
  {
    auto file = disk.open(beside, Access::write);
    if (!file) return std::unexpected(file.error());
    if (auto done = (*file)->truncate(0); !done) return done;
    if (auto done = (*file)->write(0, bytes); !done) return done;
    if (auto done = (*file)->sync(); !done) return done;
  }
  if (auto done = disk.rename(beside, path); !done) return done;
  return disk.sync_directory(parent_directory(path));
}

}  // namespace freshet
