#include "learn/feature_search.h"

#include <algorithm>
#include <optional>

namespace freshet {

Result<std::vector<FeatureStep>> search_features(const Dataset& rows,
                                                 std::span<const std::uint32_t> folds,
                                                 const Learner& learner) {
  std::vector<FeatureStep> steps;
  std::vector<std::size_t> chosen;
  double error = 1;
  for (;;) {
    std::optional<FeatureStep> best;
    for (std::size_t f = 0; f < rows.schema().features.size(); ++f) {
      if (std::find(chosen.begin(), chosen.end(), f) != chosen.end()) continue;
      chosen.push_back(f);
      const auto confusion = cross_validate(rows.with_features(chosen), folds, learner);
      chosen.pop_back();
      if (!confusion) return std::unexpected(confusion.error());
      if (!best || confusion->error() < best->error) best = {f, confusion->error()};
    }
    if (!best || !(best->error < error)) return steps;
    error = best->error;
    chosen.push_back(best->feature);
    steps.push_back(*best);
  }
}

}  // namespace freshet
