// The links that pages of a visit had, as they were written. Most links of a page stand on every
// page of its host; what is known from an earlier page is neither resolved nor looked at again.
//
// It is a memory that may forget: a link that is not found here costs its reading, no more.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/seen_set.h"
#include "html/links.h"

namespace freshet {

inline constexpr std::size_t kWrittenLinksMax = 16'384;  // then it forgets them all

class WrittenLinks {
 public:
  // What the link is known by: two links with one hash lead to one place, for one use.
  std::uint64_t hash(const WrittenLink& link);

  bool has(std::uint64_t hash) const { return seen_.contains_hash(hash); }
  void add(const std::vector<std::uint64_t>& hashes);
  void clear() { seen_ = {}; }

 private:
  void set_base(const Url& base);

  SeenSet seen_;
  std::string base_;  // without its fragment; what the seeds were made of
  std::uint64_t origin_seed_ = 0;
  std::uint64_t folder_seed_ = 0;
  std::uint64_t page_seed_ = 0;
};

}  // namespace freshet
