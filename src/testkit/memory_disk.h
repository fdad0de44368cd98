// A disk in memory with simulated power loss: synced data stays, and an arbitrary part of the rest.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"

namespace freshet {

// A power loss has the worst effect that real disks and file systems permit:
//   - Each sector of 512 bytes written since a file's last sync is the old or the new one, in any
//     combination; the length is the old one, the new one, or one between. Sectors that never
//     arrived within the new length are zeros.
//   - Creations, renames and removals in a directory happen in order, and those since the last
//     sync_directory may be lost from any one on. A rename belongs to the target directory.
//   - Directories themselves stay.
// Files that were open fail each call with Errc::unavailable. Locks are released. Thread-safe.
class MemoryDisk final : public Disk {
 public:
  static constexpr std::size_t kSectorBytes = 512;

  MemoryDisk();
  ~MemoryDisk() override;

  // Equal seeds and equal previous calls give equal disks.
  void lose_power(std::uint64_t seed);

  // Returns a copy of the disk in its present state, with nothing unsynced.
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

  // Sets the result of free_bytes(); no call is refused because of it.
  void set_free_bytes(std::uint64_t bytes);

  struct State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace freshet
