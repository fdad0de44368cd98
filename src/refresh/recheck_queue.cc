#include "refresh/recheck_queue.h"

#include <utility>

#include "base/stored_time.h"

namespace freshet {

void RecheckQueue::restore(PageIndex page, Time at, Time now) {
  add(page, is_due(at, now, longest_) ? now : at);
}

void RecheckQueue::set_back(Time now) {
  for (const auto& [at, page] : std::exchange(pages_, {})) restore(page, at, now);
}

std::optional<PageIndex> RecheckQueue::take(Time now) {
  if (pages_.empty() || pages_.begin()->first > now) return std::nullopt;
  const PageIndex page = pages_.begin()->second;
  pages_.erase(pages_.begin());
  return page;
}

}  // namespace freshet
