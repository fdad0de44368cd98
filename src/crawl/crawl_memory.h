// The memory budget of all visits: how the setting is divided.
//
// Half of it is for waiting links, a quarter for bodies being received, a tenth for answers on
// their way to the archive. The rest is left for the page that each loop is reading.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "base/memory_pool.h"
#include "base/time.h"

namespace freshet {

// Wait of a host that was put back for lack of memory.
inline constexpr Duration kMemoryWait = std::chrono::seconds(30);

inline constexpr std::size_t kQueuedBytesMin = std::size_t{1} << 20;

// Thread-safe.
struct CrawlMemory {
  explicit CrawlMemory(std::size_t bytes) : links(bytes / 2), bodies(bytes / 4) {}

  void change(std::size_t bytes) {
    links.set_bytes_max(bytes / 2);
    bodies.set_bytes_max(bytes / 4);
  }

  MemoryPool links;
  MemoryPool bodies;
};

inline std::size_t queued_bytes_max(std::size_t memory) {
  return std::max(memory / 10, kQueuedBytesMin);
}

// Returns the bytes that a visit may hold even if the pool of links is full, so that small hosts
// never wait for large ones.
inline std::size_t links_granted(std::size_t pool_bytes, std::size_t visits_max) {
  return pool_bytes / (4 * std::max<std::size_t>(visits_max, 1));
}

// Returns the most bytes that one visit may hold. Links beyond them are dropped and counted.
inline std::size_t links_of_host_max(std::size_t pool_bytes) { return pool_bytes / 4 * 3; }

}  // namespace freshet
