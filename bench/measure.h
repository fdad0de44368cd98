// How benchmarks measure: CPU time, several ways of doing a thing in turn, medians, and ratios to a
// reference that ran in the same minute.
#pragma once

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::bench {

inline double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Contender {
  std::string name;
  std::function<std::size_t()>
      run;  // one pass over everything; answers a count, so that work is done
  std::size_t repetitions = 9;

  std::vector<double> seconds = {};
  std::size_t count = 0;

  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

// Runs all of them in turn, over and over; the first round only warms up.
inline void run_interleaved(std::vector<Contender>& contenders) {
  std::size_t rounds = 0;
  for (const Contender& c : contenders) rounds = std::max(rounds, c.repetitions);
  for (std::size_t round = 0; round <= rounds; ++round) {
    for (Contender& c : contenders) {
      if (round > c.repetitions) continue;
      const double start = cpu_seconds();
      c.count = c.run();
      if (round > 0) c.seconds.push_back(cpu_seconds() - start);
    }
  }
}

// A line each: speed, and the ratio to the first, which is called `reference`.
inline void print_speeds(const std::vector<Contender>& contenders, std::size_t bytes,
                         std::string_view reference) {
  const double megabytes = static_cast<double>(bytes) * 1e-6;
  fmt::print("{:.1f} MB\n{:<28}{:>10}{:>16}{:>12}\n", megabytes, "", "MB/s",
             fmt::format("of {}", reference), "count");
  for (const Contender& c : contenders)
    fmt::print("{:<28}{:>10.0f}{:>16.4f}{:>12}\n", c.name, megabytes / c.median(),
               contenders.front().median() / c.median(), c.count);
}

}  // namespace freshet::bench
