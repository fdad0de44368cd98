#include "store/wacz/page_choice.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>

#include "base/hash.h"

namespace freshet {

PageStart page_start(std::string_view url) {
  PageStart start{.url_hash = hash64(url), .url_bytes = static_cast<std::uint32_t>(url.size())};
  const std::size_t scheme = url.find("://");
  const std::size_t path = url.find('/', scheme == url.npos ? 0 : scheme + 3);
  if (path == url.npos) return start;
  const std::size_t query = url.find('?', path);
  char before = '/';
  for (const char c : url.substr(path + 1, query == url.npos ? query : query - path - 1)) {
    if (before == '/' && c != '/') ++start.depth;
    before = c;
  }
  if (query != url.npos) ++start.depth;
  return start;
}

std::vector<bool> choose_listed(const std::vector<PageStart>& pages, std::size_t most) {
  if (pages.size() <= most) return std::vector<bool>(pages.size(), true);
  std::vector<bool> is_last(pages.size());
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t i = pages.size(); i-- > 0;) is_last[i] = seen.insert(pages[i].url_hash).second;
  const auto rank = [&](std::size_t i) {
    return std::tuple(!is_last[i], pages[i].depth, pages[i].url_bytes, i);
  };
  std::vector<std::size_t> order(pages.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<bool> listed(pages.size());
  for (std::size_t k = 0; k < most; ++k) listed[order[k]] = true;
  return listed;
}

}  // namespace freshet
