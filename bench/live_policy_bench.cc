// The policy of a crawler that runs, with 10,000 pages and with ten times as many: what it costs
// to make it from rows, to ask for a page and tell what was seen, to plan; and what a page takes.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/random.h"
#include "measure.h"
#include "schedule/live_policy.h"
#include "schedule/shipped_training.h"

namespace {

using namespace freshet;

constexpr std::size_t kRowsPerPage = 3;
constexpr std::size_t kChecks = 20'000;

void run(std::uint32_t pages) {
  Random random(1);
  LivePolicyOptions options;
  options.budget.checks_per_day = pages / 20;
  options.budget.saved_days = 1;
  LivePolicy policy(shipped_training(CountedChanges::any).prior, options);
  const Time begin = Time(std::chrono::days(20'000));
  std::vector<double> rates;
  double start = bench::cpu_seconds();
  for (std::uint32_t i = 0; i < pages; ++i) {
    // A few large sites, many small ones.
    const double u = random.unit();
    const auto site = static_cast<std::uint32_t>(std::pow(u, 4) * pages / 50);
    policy.add({.site = site, .host = site, .first_seen = begin});
    rates.push_back(std::exp(-8 + 6 * random.unit()));
  }
  const double add = bench::cpu_seconds() - start;

  start = bench::cpu_seconds();
  const auto has_changed = [&](PageNumber page, double days) {
    return random.with_probability(-std::expm1(-rates[page] * days));
  };
  const auto outcome = [](bool changed) {
    return changed ? PolicyOutcome::changed : PolicyOutcome::unchanged;
  };
  for (std::size_t row = 0; row < kRowsPerPage; ++row)
    for (std::uint32_t page = 0; page < pages; ++page)
      policy.restore({page,
                      begin + std::chrono::days(20 * (row + 1)) +
                          std::chrono::seconds(std::uint64_t{86'400} * page / pages),
                      outcome(has_changed(page, 20))});
  const double restore = bench::cpu_seconds() - start;

  start = bench::cpu_seconds();
  Time now = begin + std::chrono::days(70);
  std::size_t made = 0;
  while (made < kChecks) {
    now += std::chrono::minutes(10);
    while (const auto check = policy.next(now)) {
      policy.observe({check->page, now, outcome(has_changed(check->page, 10))}, 0);
      ++made;
    }
  }
  const double checks = bench::cpu_seconds() - start;

  start = bench::cpu_seconds();
  const std::size_t planned = policy.plan(now).size();
  const double plan = bench::cpu_seconds() - start;
  fmt::print(
      "{} pages: add {:.2f} us, restore a row {:.2f} us, next and observe {:.2f} us; plan of {} "
      "pages {:.3f} s; {} bytes a page\n",
      pages, add * 1e6 / pages, restore * 1e6 / static_cast<double>(pages * kRowsPerPage),
      checks * 1e6 / static_cast<double>(made), planned, plan, policy.bytes_of_memory() / pages);
  std::fflush(stdout);
}

}  // namespace

int main() {
  run(10'000);
  run(100'000);
}
