#include "predict/nutch.h"

#include <algorithm>

namespace freshet {

NutchInterval next_interval(double days, bool has_changed, double age_days,
                            const NutchOptions& options) {
  NutchInterval next;
  next.days = days * (has_changed ? 1 - options.shrinkage : 1 + options.growth);
  if (options.syncs) {
    const double age = std::max(age_days, 0.0);
    next.days = std::max(next.days, age);
    next.days_earlier = age * options.sync_share;
  }
  next.days = std::clamp(next.days, options.days_min, options.days_max);
  next.days_earlier = std::min(next.days_earlier, next.days);
  return next;
}

}  // namespace freshet
