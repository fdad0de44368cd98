#include "capture/found_order.h"

#include "base/hash.h"

namespace freshet {

void FoundOrder::add(const WaitingPage& page) {
  const std::uint64_t key = hash64(page.url);
  const auto known = rates_.find(key);
  const bool is_dated = page.sitemap.last_modified || page.sitemap.changes;
  const double rate = known != rates_.end() && !is_dated ? known->second : rate_of_(page);
  if (is_dated) rates_[key] = rate;
  plan_.add(page.number, rate);
}

}  // namespace freshet
