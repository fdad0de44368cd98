#include "similar/near_duplicates.h"

namespace freshet {

NearDuplicates::NearDuplicates(double threshold)
    : threshold_(threshold), index_(choose_bands(threshold)) {}

std::optional<std::uint32_t> NearDuplicates::add(std::uint32_t id, const MinHash& sketch) {
  std::optional<std::uint32_t> nearest;
  double most = 0;
  for (const std::uint32_t candidate : index_.candidates(sketch)) {
    const Original& original = originals_[candidate];
    const double similarity = resemblance(original.sketch, sketch);
    if (similarity < threshold_ || similarity <= most) continue;
    most = similarity;
    nearest = original.id;
  }
  if (nearest) return nearest;
  index_.insert(sketch);
  originals_.push_back({.id = id, .sketch = sketch});
  return std::nullopt;
}

}  // namespace freshet
