// Tells whether an answer has become too slow.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "base/time.h"

namespace freshet {

class RateWatch {
 public:
  // The rate is looked at so many times in FetchLimits::lowest_rate_for, which is how late its
  // verdict may be.
  static constexpr std::size_t kLooks = 4;

  void restart() { looks_ = 0; }
  bool has_looked() const { return looks_ > 0; }

  // To be asked each span / kLooks, with all bytes that there are by now. True if fewer than `rate`
  // a second came in the latest `span`; never before that long has passed.
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
