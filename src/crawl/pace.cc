#include "crawl/pace.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "warc/http_date.h"

namespace freshet {

Pace::Pace(const PaceOptions& options, bool has_burst)
    : options_(options), delay_(options.delay), burst_left_(has_burst ? options.burst : 0) {}

void Pace::set_crawl_delay(Duration delay) {
  delay_ = std::max(delay_, std::min(delay, options_.crawl_delay_max));
  burst_left_ = 0;
  if (has_started_) next_ = std::max(next_, last_start_ + delay_);
}

void Pace::started(Tick now) {
  last_start_ = now;
  has_started_ = true;
  if (burst_left_ > 0) --burst_left_;
  next_ = burst_left_ > 0 ? now : now + delay_;
}

void Pace::finished(Tick now) {
  if (burst_left_ == 0) next_ = std::max(next_, now + delay_);
}

void Pace::refused(Tick now, std::optional<Duration> retry_after) {
  burst_left_ = 0;
  Duration wait = options_.backoff;
  for (int i = 0; i < refusals_ && wait < options_.backoff_max; ++i) wait *= 2;
  wait = std::min(std::max(wait, delay_), std::max(options_.backoff_max, delay_));
  if (retry_after) wait = std::max(delay_, *retry_after);
  ++refusals_;
  next_ = std::max(next_, now + wait);
}

std::optional<Duration> parse_retry_after(std::string_view value, Time now) {
  constexpr std::int64_t kSecondsMax = std::int64_t{366} * 24 * 3600;
  value = trim_ascii_whitespace(value);
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error == std::errc() && end == value.data() + value.size() && seconds >= 0)
    return std::chrono::seconds(std::min(seconds, kSecondsMax));
  const auto date = parse_http_date(value);
  if (!date) return std::nullopt;
  return std::clamp(*date - now, Duration{0}, Duration{std::chrono::seconds(kSecondsMax)});
}

}  // namespace freshet
