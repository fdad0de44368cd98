// Files, as far as freshet needs them. All that we keep goes through here, so that tests can make
// the disk full, tear a write or lose what was not synced. (SQLite has a layer of its own.)
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
  read,    // the file must be there
  write,   // read and write; made if it is not there
  create,  // read and write; must not be there yet
};

// An open file. Reads from several threads are fine; a write excludes all else.
class File {
 public:
  virtual ~File() = default;

  // Fills `into` from `offset` on; fewer bytes only where the file ends.
  virtual Result<std::size_t> read(std::uint64_t offset, std::span<char> into) = 0;

  // Writes all of `bytes`, or fails, and then any part of them may have been written.
  virtual Status write(std::uint64_t offset, std::string_view bytes) = 0;

  virtual Result<std::uint64_t> size() = 0;
  virtual Status truncate(std::uint64_t size) = 0;

  // Returns when what was written would survive a loss of power (fdatasync).
  virtual Status sync() = 0;
};

// The right to be the only one; given back when it is destroyed.
class DiskLock {
 public:
  virtual ~DiskLock() = default;
};

// Every error names the path and what the system said. A missing file is Errc::not_found, a lack of
// rights Errc::denied, a full disk or quota Errc::limit, all else Errc::unavailable.
class Disk {
 public:
  virtual ~Disk() = default;

  virtual Result<std::unique_ptr<File>> open(const std::string& path, Access access) = 0;

  // Replaces `to` if it is there. Lasting only after sync_directory.
  virtual Status rename(const std::string& from, const std::string& to) = 0;
  virtual Status remove(const std::string& path) = 0;
  virtual Status make_directories(const std::string& path) = 0;
  virtual Status sync_directory(const std::string& path) = 0;

  // The names of all that is in the directory, sorted.
  virtual Result<std::vector<std::string>> list(const std::string& path) = 0;
  virtual bool exists(const std::string& path) = 0;

  // How much a user like us can still write to the file system that holds `path`.
  virtual Result<std::uint64_t> free_bytes(const std::string& path) = 0;

  // Takes the lock file at `path`, made if needed. Errc::unavailable at once if another has it.
  virtual Result<std::unique_ptr<DiskLock>> lock(const std::string& path) = 0;
};

// The disk of the machine.
Disk& system_disk();

// The whole file; fails with Errc::limit if it is larger than `bytes_max`.
Result<std::string> read_whole(Disk& disk, const std::string& path, std::size_t bytes_max);

// Puts `bytes` at `path` so that after a crash there is the old file or the new one, whole: writes
// beside it, syncs, renames, syncs the directory.
Status replace_file(Disk& disk, const std::string& path, std::string_view bytes);

// Where replace_file writes before it renames. A crash may leave it; the next call takes it over.
std::string path_beside(std::string_view path);

// "dir" of "dir/name"; "." of a bare name.
std::string parent_directory(const std::string& path);

}  // namespace freshet
