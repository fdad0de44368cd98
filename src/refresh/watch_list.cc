#include "refresh/watch_list.h"

#include <algorithm>

namespace freshet {

WatchList::WatchList(const std::vector<std::string>& entries) {
  for (const std::string& entry : entries) {
    if (entry.ends_with('*'))
      prefixes_.push_back(entry.substr(0, entry.size() - 1));
    else
      pages_.insert(entry);
  }
}

bool WatchList::holds(std::string_view url) const {
  return pages_.contains(url) || std::ranges::any_of(prefixes_, [&](const auto& prefix) {
           return url.starts_with(prefix);
         });
}

}  // namespace freshet
