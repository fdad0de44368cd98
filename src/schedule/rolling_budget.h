// What may be spent by a crawler that runs: checks and bytes as they accrue, and how many requests
// a host, and a site, may have got within the last 24 hours.
//
// Checks and bytes accrue evenly over the day, so that a day's checks are not all made in its first
// minutes; what is not spent is saved up for at most `saved_days`. Bytes are known only afterwards,
// so they may fall into debt, which is waited off.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/budget.h"

namespace freshet {

struct RollingBudgetOptions {
  std::uint64_t checks_per_day = kUnlimited;
  std::uint64_t bytes_per_day = kUnlimited;
  std::uint64_t requests_per_host = kUnlimited;  // within any 24 hours
  double saved_days = 1.0 / 24;                  // 1 lets a whole day's checks be made at once
  // A site gets at most this share of the checks of 24 hours, or twice its share of the pages if
  // that is more. Counts only where checks are limited.
  double site_share_max = 0.5;
};

// Moments are in days, from any origin. A moment before the last one counts as the last one. Not
// thread-safe.
class RollingBudget {
 public:
  explicit RollingBudget(const RollingBudgetOptions& options);

  // Whether one more check may be made at all; of this host; of this site, which has `page_share`
  // of the pages.
  bool allows(double now);
  bool allows_host(std::uint32_t host, double now) const;
  bool allows_site(std::uint32_t site, double page_share, double now) const;

  // A check was begun.
  void spend_check(std::uint32_t site, std::uint32_t host, double now);
  // It turned out to cost this.
  void spend_bytes(std::uint64_t bytes, double now);

  // When allows() will say yes. None: never.
  std::optional<double> next_moment(double now) const;

  const RollingBudgetOptions& options() const { return options_; }

 private:
  static constexpr int kHours = 24;

  // How many checks began in each of the last 24 hours of the clock.
  struct DayWindow {
    std::array<std::uint32_t, kHours> of_hour{};
    std::int64_t last_hour = 0;
    std::uint64_t sum(std::int64_t hour) const;
    void add(std::int64_t hour);
  };

  void accrue(double now);

  RollingBudgetOptions options_;
  double checks_ = 0;
  double bytes_ = 0;
  double now_ = 0;
  bool has_begun_ = false;
  std::vector<DayWindow> sites_;
  std::vector<DayWindow> hosts_;
};

}  // namespace freshet
