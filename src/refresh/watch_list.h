// The list of pages in baskets mode: URLs in normal form, or prefixes of URLs that end with `*`.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

class WatchList {
 public:
  explicit WatchList(const std::vector<std::string>& entries);

  bool holds(std::string_view url) const;

  // Returns the entries that are URLs, not prefixes.
  const std::set<std::string, std::less<>>& pages() const { return pages_; }

 private:
  std::set<std::string, std::less<>> pages_;
  std::vector<std::string> prefixes_;
};

}  // namespace freshet
