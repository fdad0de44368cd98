#include "crawl/traffic.h"

#include <algorithm>

namespace freshet {

Tick Traffic::next_start(Tick now) const {
  const std::lock_guard lock(mutex_);
  if (is_halted_) return now + kHaltCheck;
  return std::max(now, paid_until_);
}

void Traffic::received(Tick now, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (bytes_per_second_ == 0) return;
  const Duration cost{static_cast<std::int64_t>(1e6 * static_cast<double>(bytes) /
                                                static_cast<double>(bytes_per_second_))};
  paid_until_ = std::max(paid_until_, now) + cost;
}

void Traffic::halt(bool is_halted) {
  const std::lock_guard lock(mutex_);
  is_halted_ = is_halted;
}

void Traffic::change_limit(std::uint64_t bytes_per_second) {
  const std::lock_guard lock(mutex_);
  bytes_per_second_ = bytes_per_second;
  if (bytes_per_second == 0) paid_until_ = Tick{};
}

}  // namespace freshet
