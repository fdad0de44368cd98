// The links of the pages of a visit, as written. Most links of a page are on every page of its
// host; known ones are neither resolved nor looked up again.
//
// It is a cache: a link that is missing here only costs another reading.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/seen_set.h"
#include "html/links.h"

namespace freshet {

inline constexpr std::size_t kWrittenLinksMax = 16'384;  // then it is cleared

class WrittenLinks {
 public:
  // Returns the hash of the link: links with one hash have one target and one use.
  std::uint64_t hash(const WrittenLink& link);

  bool has(std::uint64_t hash) const { return seen_.contains_hash(hash); }
  void add(const std::vector<std::uint64_t>& hashes);
  void clear() { seen_ = {}; }

 private:
  void set_base(const Url& base);

  SeenSet seen_;
  std::string base_;  // without its fragment; the source of the seeds
  std::uint64_t origin_seed_ = 0;
  std::uint64_t folder_seed_ = 0;
  std::uint64_t page_seed_ = 0;
};

}  // namespace freshet
