// The adaptive interval of Apache Nutch (AdaptiveFetchSchedule): shorter after a change, longer
// after none.
#pragma once

namespace freshet {

struct NutchOptions {
  double growth = 0.4;     // unchanged: interval x (1 + growth); the shipped configuration's value
  double shrinkage = 0.2;  // changed: interval x (1 - shrinkage)
  double days_min = 60.0 / 86'400;
  double days_max = 365;
  // Whether the interval is at least as long as the page is old, and the next check is drawn
  // towards the moment of its last change by `sync_share` of its age.
  bool syncs = false;
  double sync_share = 0.3;
};

struct NutchInterval {
  double days = 30;         // until the next check
  double days_earlier = 0;  // by which the next check is drawn forward
};

// The interval after a check. `age_days` is how long ago the page last changed, as far as is known;
// it counts only with `syncs`. Ages below 0 (a clock that jumped back) count as 0.
NutchInterval next_interval(double days, bool has_changed, double age_days,
                            const NutchOptions& options);

}  // namespace freshet
