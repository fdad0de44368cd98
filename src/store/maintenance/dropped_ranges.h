// Ranges of a file that a rewriting leaves out.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace freshet {

// Ranges of a file that are dropped; ascending and disjoint after settle().
class DroppedRanges {
 public:
  void add(std::uint64_t begin, std::uint64_t end) { ranges_.emplace_back(begin, end); }
  void settle();  // call after the last add()

  bool holds(std::uint64_t offset) const;
  std::uint64_t moved(std::uint64_t offset) const;  // new offset of a kept byte
  std::uint64_t bytes() const;
  // The ranges that are kept, up to `end`.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> kept(std::uint64_t end) const;

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges_;
};

}  // namespace freshet
