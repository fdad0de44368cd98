#include "store/maintenance/dropped_ranges.h"

#include <algorithm>

namespace freshet {

void DroppedRanges::settle() {
  std::sort(ranges_.begin(), ranges_.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> merged;
  for (const auto& [begin, end] : ranges_) {
    if (!merged.empty() && begin <= merged.back().second)
      merged.back().second = std::max(merged.back().second, end);
    else
      merged.emplace_back(begin, end);
  }
  ranges_ = std::move(merged);
}

bool DroppedRanges::holds(std::uint64_t offset) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) {
    return range.first <= offset && offset < range.second;
  });
}

std::uint64_t DroppedRanges::moved(std::uint64_t offset) const {
  std::uint64_t before = 0;
  for (const auto& [begin, end] : ranges_) {
    if (begin >= offset) break;
    before += end - begin;
  }
  return offset - before;
}

std::uint64_t DroppedRanges::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [begin, end] : ranges_) sum += end - begin;
  return sum;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> DroppedRanges::kept(std::uint64_t end) const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  std::uint64_t at = 0;
  for (const auto& [begin, range_end] : ranges_) {
    if (begin > at) parts.emplace_back(at, begin);
    at = range_end;
  }
  if (at < end) parts.emplace_back(at, end);
  return parts;
}

}  // namespace freshet
