// The budget of a running refresh: checks and bytes as they accrue, and limits on the requests to a
// host and the checks of a site within 24 hours.
//
// Checks and bytes accrue evenly over the day, so that a day's checks are not all made in its first
// minutes; up to `saved_days` of unspent budget is saved. The bytes of a check are known only
// afterwards, so the budget may go into debt, which delays later checks. Checks that do not wait
// for their turn may incur a debt, too, of at most a day's checks.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace freshet {

inline constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

struct RollingBudgetOptions {
  std::uint64_t checks_per_day = kUnlimited;
  std::uint64_t bytes_per_day = kUnlimited;
  std::uint64_t requests_per_host = kUnlimited;  // within 24 hours, at a resolution of one hour
  double saved_days = 1.0 / 24;                  // 1: a whole day's checks may be made at once
  // A site gets at most this share of the checks of 24 hours, or twice its share of the pages if
  // that is more. Applies only if checks are limited.
  double site_share_max = 0.5;
};

// Times are in days, from any origin. If the clock goes back nothing accrues, and entries more than
// a day in the future are dropped. Not thread-safe.
class RollingBudget {
 public:
  explicit RollingBudget(const RollingBudgetOptions& options) : options_(options) {}

  void set_checks_per_day(std::uint64_t checks) { options_.checks_per_day = checks; }

  // Returns true if one more check may be made.
  bool allows(double now);
  // Returns true if a check may be made that does not wait for accrued checks.
  bool allows_at_once(double now);
  // Returns when allows() will be true, `now` or later. None: never.
  std::optional<double> next_moment(double now);

  // Returns when a host, or a site with `page_share` of the pages, may get another check: `now` or
  // later. None: never.
  std::optional<double> host_moment(std::uint32_t host, double now) const;
  std::optional<double> site_moment(std::uint32_t site, double page_share, double now) const;

  // Charges a check whose bytes are not known yet.
  void spend_check(std::uint32_t site, std::uint32_t host, double now);
  // Charges one more request to the host for a check already charged.
  void spend_request(std::uint32_t host, double now);
  void spend_bytes(std::uint64_t bytes, double now);
  // Refunds a check that was not made, except for the `requests` that the host got.
  void refund_check(std::uint32_t site, std::uint32_t host, int requests);

  // Returns how many checks a site with `page_share` of the pages may get in 24 hours.
  std::uint64_t site_checks_max(double page_share) const;

  const RollingBudgetOptions& options() const { return options_; }
  std::size_t bytes_of_memory() const {
    return (sites_.capacity() + hosts_.capacity()) * sizeof(DayWindow);
  }

 private:
  static constexpr std::int64_t kHours = 24;

  // The number of checks in each of the last 24 hours of the clock.
  struct DayWindow {
    std::array<std::uint32_t, kHours> of_hour{};
    std::int64_t last_hour = 0;

    void add(std::int64_t hour);
    void take_back();  // removes the last addition
    // Returns the first hour, from `hour` on, with fewer than `most` in the 24 hours that end with
    // it.
    std::int64_t first_hour_below(std::uint64_t most, std::int64_t hour) const;
  };

  static std::optional<double> window_moment(const std::vector<DayWindow>& windows,
                                             std::uint32_t number, std::uint64_t most, double now);
  void accrue(double now);

  RollingBudgetOptions options_;
  double checks_ = 0;  // saved; negative: owed
  double bytes_ = 0;   // negative: owed
  double accrued_until_ = 0;
  bool has_begun_ = false;
  std::vector<DayWindow> sites_;
  std::vector<DayWindow> hosts_;
};

}  // namespace freshet
