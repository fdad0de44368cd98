#include "report/equal_visiting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace freshet {
namespace {

constexpr double kOuterWeight = 0.3;
constexpr double kMiddleWeight = 0.4;
constexpr double kSmall = 1e-4;  // below, a series is more exact than the closed form
constexpr double kIntervalMin = 1e-3;
constexpr double kIntervalMax = 1e6;
constexpr int kHalvings = 50;

// The integral of e^(-r t) from 0 to `days`.
double fresh_integral(double r, double days) {
  const double x = r * days;
  return x < kSmall ? days * (1 - x / 2) : -std::expm1(-x) / r;
}

// The integral of (1 - e^(-r t)) / r.
double visited_integral(double r, double days) {
  const double x = r * days;
  return x < kSmall ? days * days * (0.5 - x / 6) : (days - fresh_integral(r, days)) / r;
}

// The integral of t e^(-r t).
double late_integral(double r, double days) {
  const double x = r * days;
  return x < kSmall ? days * days * (0.5 - x / 3)
                    : (fresh_integral(r, days) - days * std::exp(-x)) / r;
}

// How long a copy of age `age` stays fresh within `days`, if it is known not to be at their end.
double until_change(double r, double age, double days) {
  const double x = r * (age + days);
  if (x < kSmall) return age + days > 0 ? days * days / (2 * (age + days)) : 0;
  return (std::exp(-r * age) * fresh_integral(r, days) - days * std::exp(-x)) / -std::expm1(-x);
}

// The same if the last change is told to have been after `told` days: there may have been others
// before it, each as likely as the rate says.
double until_told(double r, double age, double told) {
  return std::exp(-r * age) * fresh_integral(r, told);
}

template <class F>
double mean_over(const BelievedRate& rate, F value) {
  return kOuterWeight * value(rate.low) + kMiddleWeight * value(rate.middle) +
         kOuterWeight * value(rate.high);
}

// At moment t of the first interval the page was visited with probability t / I, and then its copy
// is of any age up to t; later any age up to I is as likely.
double equal_at_rate(double r, const FollowedPage& page, double interval) {
  const double first = std::min(page.days, interval);
  const double visited = visited_integral(r, first) / interval;
  const double waiting =
      std::exp(-r * page.age) * (fresh_integral(r, first) - late_integral(r, first) / interval);
  const double later = (page.days - first) * fresh_integral(r, interval) / interval;
  return visited + waiting + later;
}

double equal_sum(std::span<const FollowedPage> pages, double interval) {
  double sum = 0;
  for (const FollowedPage& page : pages) sum += fresh_days_if_equal(page, interval);
  return sum;
}

// Freshness falls as the interval grows, so halving finds the one that gives `fresh`.
double interval_for(std::span<const FollowedPage> pages, double fresh) {
  double low = std::log(kIntervalMin);
  double high = std::log(kIntervalMax);
  for (int i = 0; i < kHalvings && high - low > kSmall; ++i) {
    const double middle = (low + high) / 2;
    (equal_sum(pages, std::exp(middle)) > fresh ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

}  // namespace

BelievedRate believed_rate(double mean, double low, double high) {
  mean = std::isfinite(mean) ? std::max(mean, 0.0) : 0;
  if (!(low >= 0) || !(high >= low) || !std::isfinite(high)) return {mean, mean, mean};
  const double middle = (mean - kOuterWeight * (low + high)) / kMiddleWeight;
  return {low, std::clamp(middle, low, high), high};
}

double fresh_days(const FollowedPage& page, std::span<const SeenCheck> checks) {
  double from = 0;
  double age = page.age;
  double sum = 0;
  for (const SeenCheck& check : checks) {
    const double at = std::clamp(check.day, from, page.days);
    // A change that is told of a time before the copy was made is not the one that was found.
    const bool is_told = check.told && *check.told >= from - age && *check.told < at;
    if (!check.has_changed)
      sum += at - from;
    else
      sum += mean_over(page.rate, [&](double r) {
        return is_told ? until_told(r, age, std::max(*check.told - from, 0.0))
                       : until_change(r, age, at - from);
      });
    from = at;
    age = 0;
  }
  return sum + mean_over(page.rate, [&](double r) {
           return std::exp(-r * age) * fresh_integral(r, page.days - from);
         });
}

double fresh_days_if_equal(const FollowedPage& page, double interval) {
  return mean_over(page.rate, [&](double r) { return equal_at_rate(r, page, interval); });
}

std::optional<EqualVisiting> compare_with_equal(std::span<const FollowedPage> pages, double fresh,
                                                std::uint64_t checks) {
  EqualVisiting compared{.checks = checks};
  for (const FollowedPage& page : pages) compared.page_days += page.days;
  if (checks == 0 || compared.page_days < 1) return std::nullopt;
  const double interval = compared.page_days / static_cast<double>(checks);
  compared.fresh = fresh / compared.page_days;
  compared.equal_fresh = equal_sum(pages, interval) / compared.page_days;
  compared.equal_checks = compared.page_days / interval_for(pages, fresh);
  return compared;
}

}  // namespace freshet
