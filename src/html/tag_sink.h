// Collects tags in a block that stays in the cache, then moves them to the index.
#pragma once

#include <array>
#include <cstddef>

#include "html/tag_index.h"

namespace freshet {

class TagSink {
 public:
  explicit TagSink(TagIndex& index) : index_(index) {}

  void add(const Tag& tag) {
    if (count_ == tags_.size()) flush();
    tags_[count_++] = tag;
  }
  void flush();

 private:
  TagIndex& index_;  // outlives the sink
  std::size_t count_ = 0;
  std::array<Tag, 512> tags_;
};

}  // namespace freshet
