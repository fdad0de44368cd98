// A disk in memory that loses power when it is told to: what was synced stays, of the rest some
// part does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"

namespace freshet {

// What a loss of power does, as bad as real disks and file systems allow:
// - Of what was written since a file's last sync each sector of 512 bytes is the old or the new
//   one, in any combination; its length is the old one, the new one, or one between. Sectors that
//   never arrived within the new length are zeros.
// - Creations, renames and removals in a directory happen in order, and those since the last
//   sync_directory may vanish from any one on. A rename belongs to the directory it goes to.
// - Directories themselves stay.
// Files that are open then are dead: each call fails with Errc::unavailable. Locks are given back.
// May be used by several threads.
class MemoryDisk final : public Disk {
 public:
  static constexpr std::size_t kSectorBytes = 512;

  MemoryDisk();
  ~MemoryDisk() override;

  // The same seed and the same calls before give the same disk.
  void lose_power(std::uint64_t seed);

  // A copy of the disk as it is now, with nothing unsynced.
  std::unique_ptr<MemoryDisk> copy() const;

  Result<std::unique_ptr<File>> open(const std::string& path, Access access) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status make_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& path) override;
  bool exists(const std::string& path) override;
  Result<std::uint64_t> free_bytes(const std::string& path) override;
  Result<std::unique_ptr<DiskLock>> lock(const std::string& path) override;

  // What free_bytes() says from now on; nothing is refused for it.
  void set_free_bytes(std::uint64_t bytes);

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace freshet
