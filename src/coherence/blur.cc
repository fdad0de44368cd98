#include "coherence/blur.h"

#include <algorithm>

#include "coherence/planned_rate.h"

namespace freshet {
namespace {

// The mean distance of the instants of [0, length] from `t`.
double mean_distance(double t, double length) {
  if (!(length > 0)) return t < 0 ? -t : t;
  if (t < 0) return length / 2 - t;
  if (t > length) return t - length / 2;
  return (t * t - t * length + length * length / 2) / length;
}

double signed_days(Duration duration) {
  return duration < Duration::zero() ? -days_of(-duration) : days_of(duration);
}

}  // namespace

double page_blur(double changes_per_day, Time at, const Interval& observed) {
  return planned_rate(changes_per_day) * mean_distance(signed_days(at - observed.from),
                                                       signed_days(observed.until - observed.from));
}

double drawn_page_blur(std::span<const Time> changes, Time at, const Interval& observed) {
  const double length = signed_days(observed.until - observed.from);
  double blur = 0;
  for (const Time change : changes) {
    const bool is_later = change > at;
    if (!(length > 0)) {
      blur += is_later == (change <= observed.from) ? 1 : 0;
      continue;
    }
    const double share = std::clamp(signed_days(change - observed.from) / length, 0.0, 1.0);
    blur += is_later ? 1 - share : share;
  }
  return blur;
}

double expected_blur(const CapturePlan& plan, std::span<const double> rates, Duration slot) {
  const auto n = static_cast<double>(plan.visits.size());
  if (plan.visits.empty()) return 0;
  const double slot_days = days_of(slot);
  double blur = 0;
  for (std::size_t i = 0; i < plan.visits.size(); ++i) {
    if (plan.visits[i] >= rates.size()) continue;
    blur += planned_rate(rates[plan.visits[i]]) *
            mean_distance(static_cast<double>(i) * slot_days, n * slot_days);
  }
  return blur / n;
}

}  // namespace freshet
