#include "schedule/rolling_budget.h"

#include <algorithm>
#include <cmath>

namespace freshet {
namespace {

// Tolerance: checks accrue in fractions.
constexpr double kRounding = 1e-6;

std::int64_t hour_of(double day) { return static_cast<std::int64_t>(std::floor(day * 24)); }

double saved_max(std::uint64_t per_day, double saved_days) {
  return std::max(1.0, static_cast<double>(per_day) * saved_days);
}

std::size_t slot_of(std::int64_t hour) { return static_cast<std::size_t>(((hour % 24) + 24) % 24); }

}  // namespace

void RollingBudget::DayWindow::add(std::int64_t hour) {
  // An hour slightly before the last is counted with it.
  if (hour < last_hour && last_hour - hour < kHours) hour = last_hour;
  if (hour > last_hour + kHours || hour < last_hour) {
    of_hour.fill(0);
  } else {
    for (std::int64_t h = last_hour + 1; h <= hour; ++h) of_hour[slot_of(h)] = 0;
  }
  last_hour = hour;
  ++of_hour[slot_of(hour)];
}

void RollingBudget::DayWindow::take_back() {
  for (std::int64_t h = last_hour; h > last_hour - kHours; --h) {
    if (of_hour[slot_of(h)] == 0) continue;
    --of_hour[slot_of(h)];
    return;
  }
}

std::int64_t RollingBudget::DayWindow::first_hour_below(std::uint64_t most,
                                                        std::int64_t hour) const {
  if (last_hour - hour >= kHours) return hour;
  std::uint64_t sum = 0;
  for (std::int64_t h = std::max(hour - kHours + 1, last_hour - kHours + 1); h <= last_hour; ++h)
    sum += of_hour[slot_of(h)];
  // The oldest hours leave the window as time passes.
  std::int64_t oldest = std::max(hour - kHours + 1, last_hour - kHours + 1);
  while (sum >= most && oldest <= last_hour) {
    sum -= of_hour[slot_of(oldest)];
    ++oldest;
    hour = std::max(hour, oldest + kHours - 1);
  }
  return hour;
}

std::optional<double> RollingBudget::window_moment(const std::vector<DayWindow>& windows,
                                                   std::uint32_t number, std::uint64_t most,
                                                   double now) {
  if (most == 0) return std::nullopt;
  if (most == kUnlimited || number >= windows.size()) return now;
  const std::int64_t hour = windows[number].first_hour_below(most, hour_of(now));
  return hour == hour_of(now) ? now : static_cast<double>(hour) / 24;
}

std::optional<double> RollingBudget::host_moment(std::uint32_t host, double now) const {
  return window_moment(hosts_, host, options_.requests_per_host, now);
}

std::uint64_t RollingBudget::site_checks_max(double page_share) const {
  if (options_.checks_per_day == kUnlimited) return kUnlimited;
  const double share = std::max(options_.site_share_max, 2 * page_share);
  if (share >= 1) return kUnlimited;
  return std::max<std::uint64_t>(
      1,
      static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(options_.checks_per_day))));
}

std::optional<double> RollingBudget::site_moment(std::uint32_t site, double page_share,
                                                 double now) const {
  return window_moment(sites_, site, site_checks_max(page_share), now);
}

void RollingBudget::accrue(double now) {
  const double checks_max = saved_max(options_.checks_per_day, options_.saved_days);
  const double bytes_max = saved_max(options_.bytes_per_day, options_.saved_days);
  if (!has_begun_) {
    checks_ = checks_max;
    bytes_ = bytes_max;
    has_begun_ = true;
  } else if (now > accrued_until_) {
    const double days = now - accrued_until_;
    checks_ = std::min(checks_max, checks_ + days * static_cast<double>(options_.checks_per_day));
    bytes_ = std::min(bytes_max, bytes_ + days * static_cast<double>(options_.bytes_per_day));
  }
  accrued_until_ = now;
}

bool RollingBudget::allows_at_once(double now) {
  accrue(now);
  return options_.checks_per_day > 0 &&
         (options_.bytes_per_day == kUnlimited || (options_.bytes_per_day > 0 && bytes_ > 0));
}

bool RollingBudget::allows(double now) {
  return allows_at_once(now) && (options_.checks_per_day == kUnlimited || checks_ >= 1 - kRounding);
}

std::optional<double> RollingBudget::next_moment(double now) {
  if (options_.checks_per_day == 0 || options_.bytes_per_day == 0) return std::nullopt;
  if (allows(now)) return now;
  double wait = 0;
  if (options_.checks_per_day != kUnlimited)
    wait = std::max(wait, (1 - checks_) / static_cast<double>(options_.checks_per_day));
  if (options_.bytes_per_day != kUnlimited)
    wait = std::max(wait, (1 - bytes_) / static_cast<double>(options_.bytes_per_day));
  return now + wait;
}

void RollingBudget::spend_check(std::uint32_t site, std::uint32_t host, double now) {
  accrue(now);
  if (options_.checks_per_day != kUnlimited) {
    checks_ = std::max(checks_ - 1, -static_cast<double>(options_.checks_per_day));
    if (sites_.size() <= site) sites_.resize(site + std::size_t{1});
    sites_[site].add(hour_of(now));
  }
  spend_request(host, now);
}

void RollingBudget::spend_request(std::uint32_t host, double now) {
  if (options_.requests_per_host == kUnlimited) return;
  if (hosts_.size() <= host) hosts_.resize(host + std::size_t{1});
  hosts_[host].add(hour_of(now));
}

void RollingBudget::refund_check(std::uint32_t site, std::uint32_t host, int requests) {
  checks_ = std::min(checks_ + 1, saved_max(options_.checks_per_day, options_.saved_days));
  if (site < sites_.size()) sites_[site].take_back();
  if (requests == 0 && host < hosts_.size()) hosts_[host].take_back();
}

void RollingBudget::spend_bytes(std::uint64_t bytes, double now) {
  accrue(now);
  if (options_.bytes_per_day != kUnlimited) bytes_ -= static_cast<double>(bytes);
}

}  // namespace freshet
