#include "crawl/visit/admission.h"

namespace freshet {

std::optional<DropReason> Admission::refusal(const FoundPage& found) {
  if (const auto outside = scope_.refusal(found.url)) return outside;
  if (found.by == FoundBy::others) return std::nullopt;
  const bool is_link = found.by == FoundBy::link;
  if ((is_link || found.by == FoundBy::earlier) && found.depth > limits_.depth)
    return DropReason::too_deep;
  if (found.by == FoundBy::earlier) return std::nullopt;
  if (is_link && found.depth == limits_.depth && found.steps > 0) return DropReason::too_deep;
  if (is_link && limits_.level_pages > 0 && agenda_.pages_at(found.depth) >= limits_.level_pages)
    return DropReason::level_full;
  if (const auto trap = traps_.refusal(found.url)) return trap;
  if (is_link && agenda_.is_closed(found.url)) return DropReason::pages_alike;
  if (found.redirects > limits_.redirects) return DropReason::redirect_limit;
  return std::nullopt;
}

}  // namespace freshet
