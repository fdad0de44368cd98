#include "base/heap.h"

#include <malloc.h>

namespace freshet {
namespace {

constexpr int kArenasMax = 2;

// Blocks from this size on are mapped, and returned to the system when freed.
constexpr int kMappedBytesMin = 4 << 20;

}  // namespace

void limit_heap() {
  mallopt(M_ARENA_MAX, kArenasMax);
  mallopt(M_MMAP_THRESHOLD, kMappedBytesMin);
}

}  // namespace freshet
