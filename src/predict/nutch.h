// The adaptive interval of Apache Nutch (AdaptiveFetchSchedule): shorter after a change, longer
// after none.
#pragma once

namespace freshet {

struct NutchOptions {
  double growth = 0.4;     // unchanged: interval x (1 + growth); the shipped configuration's value
  double shrinkage = 0.2;  // changed: interval x (1 - shrinkage)
  double days_min = 60.0 / 86'400;
  double days_max = 365;
  // Sync with the page's changes: the interval is at least the age of the page, and the next check
  // moves towards the time of its last change by `sync_share` of its age.
  bool syncs = false;
  double sync_share = 0.3;
};

struct NutchInterval {
  double days = 30;         // until the next check
  double days_earlier = 0;  // by which the next check is moved forward
};

// Returns the interval after a check. `age_days`: time since the last known change of the page,
// used only with `syncs`. Negative ages (the clock jumped back) count as 0.
NutchInterval next_interval(double days, bool has_changed, double age_days,
                            const NutchOptions& options);

}  // namespace freshet
