// Detects answers that have become too slow.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "base/time.h"

namespace freshet {

class RateWatch {
 public:
  // Samples within FetchLimits::lowest_rate_for; they determine how late the verdict may be.
  static constexpr std::size_t kLooks = 4;

  void restart() { looks_ = 0; }
  bool has_looked() const { return looks_ > 0; }

  // Call it every span / kLooks with the total of bytes so far. Returns true if fewer than `rate`
  // per second came in the latest `span`; never before that time has passed.
  bool is_slow(std::size_t bytes, std::size_t rate, Duration span) {
    std::size_t& oldest = seen_[looks_ % kLooks];
    const std::size_t before = looks_ >= kLooks ? oldest : 0;
    oldest = bytes;
    const double seconds = std::chrono::duration<double>(span).count();
    return ++looks_ >= kLooks &&
           static_cast<double>(bytes - before) < static_cast<double>(rate) * seconds;
  }

 private:
  std::array<std::size_t, kLooks> seen_{};  // a ring
  std::size_t looks_ = 0;
};

}  // namespace freshet
