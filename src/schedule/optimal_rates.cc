#include "schedule/optimal_rates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/check.h"

namespace freshet {
namespace {

constexpr int kMuBisections = 60;
constexpr std::size_t kCells = 4096;
constexpr double kTableEnd = 0.999;  // of the root of y; beyond it x is unbounded
constexpr double kMuClose = 1e-9;    // relative width at which the bisection ends

double value_at(double x) {
  return x < 1e-4 ? x * x / 2 - x * x * x / 3 : 1 - (1 + x) * std::exp(-x);
}

// 1/x over the root of y is nearly a hyperbola, so its product with the root is smooth enough for
// linear interpolation.
class IntervalTable {
 public:
  IntervalTable() {
    for (std::size_t i = 0; i <= kCells; ++i) {
      const double root = kTableEnd * static_cast<double>(i) / kCells;
      cells_[i] = i == 0 ? std::sqrt(0.5) : root / solve_check_interval(root * root);
    }
  }

  // Returns f/l = 1/x for this y.
  double checks_per_change(double y) const {
    const double root = std::sqrt(y);
    if (root >= kTableEnd) return 1 / solve_check_interval(y);
    const double at = root * (kCells / kTableEnd);
    const auto cell = static_cast<std::size_t>(at);
    const double part = at - static_cast<double>(cell);
    return (cells_[cell] + part * (cells_[cell + 1] - cells_[cell])) / root;
  }

 private:
  std::array<double, kCells + 2> cells_{};
};

const IntervalTable& interval_table() {
  static const IntervalTable table;
  return table;
}

bool needs_checks(const RatedPage& page) { return page.rate > 0 && page.weight > 0; }

double checks_at(const RatedPage& page, double mu) {
  const double y = mu * page.rate / page.weight;
  return y >= 1 ? 0 : page.rate * interval_table().checks_per_change(y);
}

// Distributes `checks_per_day` over the pages in `chosen`.
void solve(std::span<const RatedPage> pages, const std::vector<std::uint32_t>& chosen,
           double checks_per_day, std::vector<double>& checks) {
  double mu_max = 0;
  for (const std::uint32_t i : chosen) mu_max = std::max(mu_max, pages[i].weight / pages[i].rate);
  for (const std::uint32_t i : chosen) checks[i] = 0;
  if (mu_max == 0 || !(checks_per_day > 0)) return;
  const auto spent = [&](double mu) {
    double sum = 0;
    for (const std::uint32_t i : chosen) sum += checks_at(pages[i], mu);
    return sum;
  };
  // mu spans many orders of magnitude, so the bisection is on its log.
  double high = mu_max;
  double low = mu_max;
  while (spent(low) < checks_per_day && low > mu_max * 1e-280) low *= 1e-3;
  for (int i = 0; i < kMuBisections && high > low * (1 + kMuClose); ++i) {
    const double middle = std::sqrt(low) * std::sqrt(high);
    (spent(middle) > checks_per_day ? low : high) = middle;
  }
  double sum = 0;
  for (const std::uint32_t i : chosen) sum += checks[i] = checks_at(pages[i], low);
  if (sum == 0) return;
  for (const std::uint32_t i : chosen) checks[i] *= checks_per_day / sum;
}

}  // namespace

double solve_check_interval(double y) {
  require(y > 0 && y < 1, "y is between 0 and 1");
  // The start is the root of 2 y for small y, the logarithm for y near 1. Bisection, then Newton.
  double low = 0;
  double high = 800;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (value_at(middle) < y ? low : high) = middle;
  }
  return std::max(high, std::sqrt(2 * y) * (1 - 1e-9));
}

std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day) {
  std::vector<double> checks(pages.size(), 0);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < pages.size(); ++i)
    if (needs_checks(pages[i])) chosen.push_back(i);
  solve(pages, chosen, checks_per_day, checks);
  return checks;
}

std::vector<double> optimal_rates(std::span<const RatedPage> pages, double checks_per_day,
                                  std::span<const double> host_limits) {
  std::vector<double> checks(pages.size(), 0);
  std::vector<std::vector<std::uint32_t>> pages_of(host_limits.size());
  std::vector<std::uint32_t> free_pages;
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    require(pages[i].host < host_limits.size(), "each host has a limit");
    if (!needs_checks(pages[i])) continue;
    pages_of[pages[i].host].push_back(i);
    free_pages.push_back(i);
  }
  std::vector<bool> is_held(host_limits.size(), false);
  for (;;) {
    solve(pages, free_pages, checks_per_day, checks);
    bool has_new = false;
    for (std::size_t host = 0; host < host_limits.size(); ++host) {
      if (is_held[host]) continue;
      double sum = 0;
      for (const std::uint32_t i : pages_of[host]) sum += checks[i];
      const double limit = std::max(host_limits[host], 0.0);
      if (sum <= limit * (1 + 1e-9)) continue;
      is_held[host] = true;
      has_new = true;
      solve(pages, pages_of[host], limit, checks);
      checks_per_day = std::max(checks_per_day - limit, 0.0);
    }
    if (!has_new) return checks;
    std::erase_if(free_pages, [&](std::uint32_t i) { return is_held[pages[i].host]; });
  }
}

}  // namespace freshet
