// Coherence: plans of 1,000,000 pages and the sweep over 5,000,000 intervals, against sorting as
// many numbers; and our plan against the exact assignment.
//
// coherence_bench [HISTORY [N]]: with a change history, its rates are among those compared with the
// exact optimum for N pages (2,000).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/random.h"
#include "coherence/best_nested.h"
#include "coherence/plan.h"
#include "coherence/revisits.h"
#include "coherence/sweep.h"
#include "lab/coherence_trial.h"
#include "lab/site_rates.h"
#include "measure.h"
#include "testkit/assignment.h"

namespace {

using namespace freshet;

constexpr std::size_t kPages = 1'000'000;
constexpr std::size_t kIntervalsOfPage = 5;

std::vector<PageInterval> made_intervals() {
  Random random(1);
  std::vector<PageInterval> intervals;
  intervals.reserve(kPages * kIntervalsOfPage);
  for (std::uint32_t page = 0; page < kPages; ++page) {
    Time at = Time{} + std::chrono::hours(random.below(24 * 30));
    for (std::size_t i = 0; i < kIntervalsOfPage; ++i) {
      const Time until = at + Duration{static_cast<Duration::rep>(random.below(200'000'000'000))};
      intervals.push_back({.page = page, .interval = {at, until}});
      at = until + Duration{static_cast<Duration::rep>(1 + random.below(200'000'000'000))};
    }
  }
  return intervals;
}

void measure_speed() {
  const std::vector<double> rates = log_uniform_rates(kPages, 0.01, 10, 1);
  const Duration slot = slot_of_capture(std::chrono::days(5), kPages);
  std::vector<SeenPage> seen;
  for (std::size_t i = 0; i < kPages; ++i)
    seen.push_back(
        {.changes_per_day = rates[i], .since = static_cast<Duration::rep>(kPages - i) * slot});
  const std::vector<PageInterval> intervals = made_intervals();
  std::vector<bench::Contender> contenders;
  contenders.push_back({"sorting 1,000,000 rates",
                        [&] {
                          std::vector<double> sorted = rates;
                          std::ranges::sort(sorted);
                          return static_cast<std::size_t>(sorted.front() > 0);
                        },
                        3});
  contenders.push_back({"our plan of 1,000,000 pages",
                        [&] { return best_nested_order(rates, slot).visits.size(); }, 3});
  contenders.push_back(
      {"revisits of 1,000,000 pages", [&] { return plan_revisits(seen, slot, kPages).size(); }, 3});
  contenders.push_back(
      {"sweep over 5,000,000 intervals", [&] { return best_instant(intervals).pages; }, 3});
  bench::run_interleaved(contenders);
  for (const bench::Contender& each : contenders)
    fmt::print("{:<32} {:>8.3f} s CPU, {:>6.2f} of sorting ({})\n", each.name, each.median(),
               each.median() / contenders.front().median(), each.count);
}

double exact_optimum(const std::vector<double>& rates, Duration slot) {
  const double slot_days = std::chrono::duration<double>(slot).count() / 86'400;
  const auto gain = [&](std::size_t page, std::size_t k) {
    return std::exp(-rates[page] * 2 * static_cast<double>(k) * slot_days);
  };
  const auto places = best_assignment(rates.size(), rates.size(), gain);
  double sum = 0;
  for (std::size_t page = 0; page < rates.size(); ++page) sum += gain(page, places[page]);
  return sum / static_cast<double>(rates.size());
}

void compare_with_exact(std::string_view name, const std::vector<double>& rates) {
  for (const Duration capture :
       {Duration(std::chrono::minutes(270)), Duration(std::chrono::days(5))}) {
    const Duration slot = slot_of_capture(capture, rates.size());
    const double ours =
        expected_coherence(nested_plan(best_nested_order(rates, slot).visits), rates, slot);
    const double start = bench::cpu_seconds();
    const double best = exact_optimum(rates, slot);
    fmt::print(
        "{:<12} {:>6.1f} h: ours {:.6f}, exact {:.6f}, {:.6f} % below; exact took {:.1f} s\n", name,
        std::chrono::duration<double>(capture).count() / 3600, ours, best,
        100 * (best - ours) / best, bench::cpu_seconds() - start);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t n = 2000;
  if (argc > 2) {
    const std::string_view text = argv[2];
    std::from_chars(text.data(), text.data() + text.size(), n);
  }
  measure_speed();
  compare_with_exact("practice", log_uniform_rates(n, 0.01, 10, 1));
  compare_with_exact("log-uniform", log_uniform_rates(n, 0.001, 144, 1));
  if (argc < 2) return 0;
  const auto history = read_change_history(system_disk(), argv[1]);
  if (!history) {
    fmt::print(stderr, "{}\n", history.error().message);
    return 1;
  }
  compare_with_exact("fitted", draw_rates(fitted_rates(*history), n, 1));
}
