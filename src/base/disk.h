// The file system interface. All stored files go through it, so that tests can fill the disk, tear
// a write or lose unsynced data. (SQLite has its own layer.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

enum class Access {
  read,    // the file must exist
  write,   // read and write; created if missing
  create,  // read and write; must not exist yet
};

// An open file. Concurrent reads are safe; a write needs exclusive access.
class File {
 public:
  virtual ~File() = default;

  // Fills `into` from `offset` on; returns fewer bytes only at the end of the file.
  virtual Result<std::size_t> read(std::uint64_t offset, std::span<char> into) = 0;

  // Writes all of `bytes`; on failure any part of them may have been written.
  virtual Status write(std::uint64_t offset, std::string_view bytes) = 0;

  virtual Result<std::uint64_t> size() = 0;
  virtual Status truncate(std::uint64_t size) = 0;

  // Returns when the written data would survive a power loss (fdatasync).
  virtual Status sync() = 0;
};

// An exclusive lock; released when it is destroyed.
class DiskLock {
 public:
  virtual ~DiskLock() = default;
};

// Every error names the path and the system's message. A missing file is Errc::not_found, missing
// rights Errc::denied, a full disk or quota Errc::limit, all others Errc::unavailable.
class Disk {
 public:
  virtual ~Disk() = default;

  virtual Result<std::unique_ptr<File>> open(const std::string& path, Access access) = 0;

  // Replaces an existing `to`. Durable only after sync_directory.
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  virtual Status remove(const std::string& path) = 0;
  virtual Status make_directories(const std::string& path) = 0;
  virtual Status sync_directory(const std::string& path) = 0;

  // Returns the names of all entries of the directory, sorted.
  virtual Result<std::vector<std::string>> list(const std::string& path) = 0;
  virtual bool exists(const std::string& path) = 0;

  // Returns how much an unprivileged user can still write to the file system of `path`.
  virtual Result<std::uint64_t> free_bytes(const std::string& path) = 0;

  // Locks the file at `path`, created if needed. Errc::unavailable at once if another process has
  // the lock.
  virtual Result<std::unique_ptr<DiskLock>> lock(const std::string& path) = 0;
};

// Returns the disk of the machine.
Disk& system_disk();

// Returns the whole file; fails with Errc::limit if it is larger than `bytes_max`.
Result<std::string> read_whole(Disk& disk, const std::string& path, std::size_t bytes_max);

// Atomically replaces `path` by `bytes`: after a crash there is either the old file or the new one.
// Writes a temporary file beside it, syncs, renames, syncs the directory.
Status replace_file(Disk& disk, const std::string& path, std::string_view bytes);

// Returns the temporary path of replace_file. A crash may leave the file; the next call overwrites
// it.
std::string path_beside(std::string_view path);

// Returns "dir" for "dir/name"; "." for a bare name.
std::string parent_directory(const std::string& path);

}  // namespace freshet
