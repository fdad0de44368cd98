// Which pages are in baskets mode: URLs in normal form. A `*` at the end stands for any rest.
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

  // The entries that name one page each.
  const std::set<std::string, std::less<>>& pages() const { return pages_; }

 private:
  std::set<std::string, std::less<>> pages_;
  std::vector<std::string> prefixes_;
};

}  // namespace freshet
