#include "refresh/sitemap_timer.h"

namespace freshet {

bool SitemapTimer::take_due(HostIndex host, Time now) {
  if (every_ <= Duration{}) return false;
  if (read_.size() <= host) read_.resize(host + std::size_t{1});
  std::optional<Time>& last = read_[host];
  if (last && now >= *last && now - *last < every_) return false;
  last = now;
  return true;
}

}  // namespace freshet
