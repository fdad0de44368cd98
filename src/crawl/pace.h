// The time of the next request to a host: the delay between requests, the burst at the beginning,
// and the server's Crawl-delay, 429, 503 and Retry-After.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/time.h"
#include "crawl/plan.h"
#include "web/events.h"

namespace freshet {

class Pace {
 public:
  // A host visited recently gets no second burst.
  Pace(const PaceOptions& options, bool has_burst);

  // A Crawl-delay ends the burst. It replaces our delay if it is longer, up to a limit. Of several
  // robots.txt of the host (by scheme) the longest counts.
  void set_crawl_delay(Duration delay);

  Tick next_start() const { return next_; }
  Duration delay() const { return delay_; }
  // Returns the size of the burst, 0 if it is over.
  int burst() const { return burst_left_ > 0 ? options_.burst : 0; }

  void started(Tick now);
  // Reports an answer. The delay counts from here, so that a slow answer does not shorten the
  // pause.
  void finished(Tick now);
  void hold(Tick until) { next_ = std::max(next_, until); }

  // Reports a 429 or 503.
  void refused(Tick now, std::optional<Duration> retry_after);
  void answered() { refusals_ = 0; }
  int refusals() const { return refusals_; }  // consecutive
  // Continues the back-off of the previous visit.
  void go_on_after(int refusals) { refusals_ = refusals; }

 private:
  PaceOptions options_;
  Duration delay_;
  int burst_left_;
  int refusals_ = 0;
  Tick next_{};
  Tick last_start_{};
  bool has_started_ = false;
};

// Parses the value of Retry-After: seconds, or a date. Nothing if it is neither; never negative.
std::optional<Duration> parse_retry_after(std::string_view value, Time now);

}  // namespace freshet
