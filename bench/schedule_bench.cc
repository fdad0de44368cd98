// Optimal rates of 1,000,000 pages, against sorting these pages; and the next page of as many.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/random.h"
#include "measure.h"
#include "schedule/due_queue.h"
#include "schedule/optimal_rates.h"

namespace {

using namespace freshet;

constexpr std::size_t kPages = 1'000'000;
constexpr std::size_t kTakes = 100'000;

}  // namespace

int main() {
  Random random(1);
  std::vector<RatedPage> pages;
  for (std::size_t i = 0; i < kPages; ++i)
    pages.push_back({std::exp(-8 + 10 * random.unit()), 0.5 + random.unit(), 0});

  std::vector<bench::Contender> contenders;
  contenders.push_back({"sort by rate",
                        [&] {
                          std::vector<RatedPage> sorted = pages;
                          std::ranges::sort(sorted, {}, &RatedPage::rate);
                          return static_cast<std::size_t>(sorted.front().rate < 1);
                        },
                        3});
  contenders.push_back({"optimal rates",
                        [&] {
                          const auto checks = optimal_rates(pages, 0.05 * kPages);
                          return static_cast<std::size_t>(
                              std::ranges::count_if(checks, [](double f) { return f > 0; }));
                        },
                        3});
  bench::run_interleaved(contenders);
  fmt::print(
      "sorting {} pages {:.3f} s, optimal rates {:.3f} s: {:.2f} sorts (asked: 20); {} pages "
      "are checked at all\n",
      kPages, contenders[0].median(), contenders[1].median(),
      contenders[1].median() / contenders[0].median(), contenders[1].count);

  DueQueue queue(kPages);
  for (std::uint32_t page = 0; page < kPages; ++page) queue.set(page, random.unit());
  const std::uint64_t before = queue.comparisons();
  const double start = bench::cpu_seconds();
  for (std::size_t i = 0; i < kTakes; ++i)
    if (const auto page = queue.take(2)) queue.set(*page, 1 + random.unit());
  fmt::print("next of {} pages and back in: {:.1f} comparisons, {:.2f} us\n", kPages,
             static_cast<double>(queue.comparisons() - before) / kTakes,
             (bench::cpu_seconds() - start) * 1e6 / kTakes);
}
