// One large page or sitemap is read at a time, whatever the number of loops: each takes several
// times its size while it is read.
#pragma once

#include <cstddef>
#include <mutex>

namespace freshet {

inline constexpr std::size_t kLargeReadBytes = std::size_t{4} << 20;

// Waits while another thread reads a large text; holds others up for as long as it lives.
class LargeRead {
 public:
  explicit LargeRead(std::size_t bytes) {
    static std::mutex mutex;  // guards no data: it is the turn to read
    if (bytes > kLargeReadBytes) turn_ = std::unique_lock(mutex);
  }

 private:
  std::unique_lock<std::mutex> turn_;
};

}  // namespace freshet
