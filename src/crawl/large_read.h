// Serialises the reading of large pages and sitemaps over all loops: each takes several times its
// size in memory.
#pragma once

#include <cstddef>
#include <mutex>

namespace freshet {

inline constexpr std::size_t kLargeReadBytes = std::size_t{4} << 20;

// The turn to read a large text. Others are blocked as long as it lives.
class LargeRead {
 public:
  LargeRead() = default;
  explicit LargeRead(std::size_t bytes) { begin(bytes); }

  // Blocks while another thread reads a large text, if one of so many bytes is large.
  void begin(std::size_t bytes) {
    static std::mutex mutex;  // guards no data: it is the turn to read
    if (bytes > kLargeReadBytes && !turn_.owns_lock()) turn_ = std::unique_lock(mutex);
  }

 private:
  std::unique_lock<std::mutex> turn_;
};

}  // namespace freshet
