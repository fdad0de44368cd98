// Limits on the traffic of all visits: a limit on bytes, and a halt (a full disk, a pause).
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "web/events.h"

namespace freshet {

// Thread-safe. Ticks of all loops have one origin.
class Traffic {
 public:
  explicit Traffic(std::uint64_t bytes_per_second) : bytes_per_second_(bytes_per_second) {}

  // Returns when the next request may start: now, or later.
  Tick next_start(Tick now) const;

  void received(Tick now, std::uint64_t bytes);

  void halt(bool is_halted);

  // Stops the crawl for good: answers that arrive later need not be read.
  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }

  void change_limit(std::uint64_t bytes_per_second);

 private:
  static constexpr Duration kHaltCheck = std::chrono::seconds(1);

  mutable std::mutex mutex_;        // guards the members below
  std::uint64_t bytes_per_second_;  // 0: no limit
  Tick paid_until_{};               // the received bytes are paid for until then
  bool is_halted_ = false;

  std::atomic<bool> is_stopped_ = false;
};

}  // namespace freshet
