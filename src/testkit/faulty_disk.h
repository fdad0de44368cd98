// A disk with injected failures, to test that no data is lost when a real one fails.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"

namespace freshet {

// Forwards everything to another disk and counts the modifying calls (open to write, write, cut,
// sync, rename, remove, make directories, sync directory). From the `fail_from`-th on (0 is the
// first) they fail as on a full disk; the first failing write leaves half of its bytes.
class FaultyDisk final : public Disk {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  explicit FaultyDisk(Disk& disk) : disk_(disk) {}

  void fail_from(std::uint64_t call) { state_->fail_from = call; }
  // Fails the n-th call only; later ones work again.
  void fail_only(std::uint64_t call) {
    state_->fail_from = call;
    state_->fails_once = true;
  }
  std::uint64_t calls() const { return state_->calls; }

  Result<std::unique_ptr<File>> open(const std::string& path, Access access) override;
  Status rename(const std::string& from, const std::string& to) override;
  Status remove(const std::string& path) override;
  Status make_directories(const std::string& path) override;
  Status sync_directory(const std::string& path) override;
  Result<std::vector<std::string>> list(const std::string& path) override {
    return disk_.list(path);
  }
  bool exists(const std::string& path) override { return disk_.exists(path); }
  // Sets the result of free_bytes(); no call is refused because of it.
  void tell_free(std::function<std::uint64_t()> free) { free_ = std::move(free); }
  Result<std::uint64_t> free_bytes(const std::string& path) override {
    if (free_) return free_();
    return disk_.free_bytes(path);
  }
  Result<std::unique_ptr<DiskLock>> lock(const std::string& path) override {
    return disk_.lock(path);
  }

  // Shared with the open files.
  struct State {
    std::uint64_t calls = 0;
    std::uint64_t fail_from = kNever;
    bool fails_once = false;

    // Counts one call; returns true if it must fail.
    bool next_fails();
  };

  // For other layers (SQLite's) that fail by the same count.
  std::shared_ptr<State> state() const { return state_; }

 private:
  Disk& disk_;
  std::function<std::uint64_t()> free_;
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

}  // namespace freshet
