#include "schedule/hints.h"

#include <algorithm>

namespace freshet {
namespace {

// Lower bound, so that no hint is taken as certain.
constexpr double kSaidMin = 0.01;
constexpr double kSaidMax = 0.99;

}  // namespace

HintTrust HintTrust::of(HintKind kind) {
  HintTrust trust;
  switch (kind) {
    case HintKind::sitemap_lastmod:  // often the day of the build, or never updated
      trust.changed_ = 4;
      trust.said_changed_ = 2;
      trust.unchanged_ = 10;
      trust.said_unchanged_ = 2;
      break;
    case HintKind::feed_entry:  // names new items; omits most other changes
      trust.changed_ = 10;
      trust.said_changed_ = 3;
      trust.unchanged_ = 20;
      trust.said_unchanged_ = 1;
      break;
    case HintKind::not_modified:  // here "said changed" is a 200 instead of a 304
      trust.changed_ = 20;
      trust.said_changed_ = 19;
      trust.unchanged_ = 20;
      trust.said_unchanged_ = 4;
      break;
  }
  return trust;
}

void HintTrust::learn(bool said_changed, bool has_changed) {
  (has_changed ? changed_ : unchanged_) += 1;
  if (said_changed) (has_changed ? said_changed_ : said_unchanged_) += 1;
}

double hint_odds(bool said_changed, const HintTrust& trust) {
  if (!trust.is_useful()) return 1;
  const double if_changed = std::clamp(trust.said_if_changed(), kSaidMin, kSaidMax);
  const double if_unchanged = std::clamp(trust.said_if_unchanged(), kSaidMin, kSaidMax);
  return said_changed ? if_changed / if_unchanged : (1 - if_changed) / (1 - if_unchanged);
}

double with_hint(double stale_probability, bool said_changed, const HintTrust& trust) {
  const double stale = stale_probability * hint_odds(said_changed, trust);
  return stale / (stale + 1 - stale_probability);
}

}  // namespace freshet
