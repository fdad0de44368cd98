// A set of 64-bit hashes, with slightly more than eight bytes for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/quick_hash.h"

namespace freshet {

class SeenSet {
 public:
  // Inserts; returns true if the key is new.
  bool insert(std::string_view key) { return insert_hash(quick_hash(key)); }
  bool insert_hash(std::uint64_t hash);
  bool contains(std::string_view key) const { return contains_hash(quick_hash(key)); }
  bool contains_hash(std::uint64_t hash) const;

  std::size_t size() const { return count_; }
  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

 private:
  void grow();

  std::vector<std::uint64_t> slots_;  // open addressing; 0 is free
  std::size_t count_ = 0;
};

}  // namespace freshet
