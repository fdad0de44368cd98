// A view of a run for people: its current work and its rates.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/host_queue.h"
#include "crawl/meter.h"
#include "web/events.h"

namespace freshet {

struct RunView {
  Duration elapsed{};
  std::size_t visits = 0;  // hosts that are out
  std::uint64_t pages = 0;
  std::uint64_t answers = 0;  // pages, requisites, robots.txt, sitemaps
  std::uint64_t bytes = 0;    // of their bodies
  std::uint64_t failures = 0;
  double pages_per_second = 0;  // of the last seconds
  double bytes_per_second = 0;
  std::uint64_t urls_waiting = 0;  // of the hosts in visit
  Duration quiet_for{};            // since the last answer
  HostCounts hosts = {};
  QueueTotals ended = {};                  // of the visits that have ended
  std::optional<Duration> time_left = {};  // under the limits, at this rate
  std::optional<Duration> next_due = {};   // until a host that was put back is visited again
  bool is_halted = false;                  // the disk is nearly full
};

// Measures the rate of a run from samples that are taken now and then.
class Speedometer {
 public:
  void start(Tick now);
  void sample(Tick now, const Meter& meter);
  // Fills in the rates, the quiet time and the time left.
  void read(Tick now, const CrawlLimits& limits, RunView& view) const;

 private:
  static constexpr std::size_t kSamplesMax = 11;  // rates are those of the last ten

  struct Sample {
    Tick tick{};
    std::uint64_t pages = 0;
    std::uint64_t bytes = 0;
  };
  std::deque<Sample> samples_;
  std::uint64_t answers_ = 0;
  Tick answered_{};  // when the last answer was seen
};

}  // namespace freshet
