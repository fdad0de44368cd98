#include "schedule/day_policy.h"

#include <algorithm>

namespace freshet {

void pick_highest(std::vector<ScoredPage>& scored, std::size_t count,
                  std::vector<std::uint32_t>& picks) {
  const auto is_higher = [](const ScoredPage& a, const ScoredPage& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.tie != b.tie ? a.tie > b.tie : a.page < b.page;
  };
  count = std::min(count, scored.size());
  if (count < scored.size())
    std::ranges::nth_element(scored, scored.begin() + static_cast<std::ptrdiff_t>(count),
                             is_higher);
  for (std::size_t i = 0; i < count; ++i) picks.push_back(scored[i].page);
}

}  // namespace freshet
