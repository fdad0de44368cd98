#include "engine/run_view.h"

#include <algorithm>
#include <chrono>

namespace freshet {
namespace {

std::uint64_t left(std::uint64_t limit, std::uint64_t done) {
  return limit > done ? limit - done : 0;
}

}  // namespace

void Speedometer::start(Tick now) { answered_ = now; }

void Speedometer::sample(Tick now, const Meter& meter) {
  if (meter.answers() != answers_) {
    answers_ = meter.answers();
    answered_ = now;
  }
  samples_.push_back({now, meter.pages(), meter.bytes()});
  if (samples_.size() > kSamplesMax) samples_.pop_front();
}

void Speedometer::read(Tick now, const CrawlLimits& limits, RunView& view) const {
  view.quiet_for = now - answered_;
  if (samples_.size() > 1) {
    const Sample& first = samples_.front();
    const Sample& last = samples_.back();
    const double seconds = std::chrono::duration<double>(last.tick - first.tick).count();
    view.pages_per_second = static_cast<double>(last.pages - first.pages) / seconds;
    view.bytes_per_second = static_cast<double>(last.bytes - first.bytes) / seconds;
  }
  const auto note = [&](Duration time_left) {
    view.time_left = std::min(view.time_left.value_or(time_left), std::max(time_left, Duration{}));
  };
  const auto at_rate = [&](std::uint64_t count, double rate) {
    if (rate > 0)
      note(Duration(static_cast<std::int64_t>(1e6 * static_cast<double>(count) / rate)));
  };
  if (limits.time > Duration{}) note(limits.time - view.elapsed);
  if (limits.pages > 0) at_rate(left(limits.pages, view.pages), view.pages_per_second);
  if (limits.bytes > 0) at_rate(left(limits.bytes, view.bytes), view.bytes_per_second);
}

}  // namespace freshet
