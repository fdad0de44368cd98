// simulate [interrupted] FIRST [COUNT] [--each]: runs the seeds from FIRST on through the simulated
// crawl, or through crawls and refreshes that are killed and stopped, and prints what went wrong.
// --each prints every seed with a hash of its history: a change that should not change behaviour
// leaves them all as they were. Exit code 1 if anything went wrong.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "interrupted_runs.h"
#include "seeded_crawl.h"
#include "testkit/scratch.h"

namespace {

int simulate_interrupted(std::uint64_t first, std::uint64_t count) {
  std::map<std::string, int> faults;
  std::uint64_t bad = 0;
  int kills = 0, stops = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const freshet::Scratch scratch;
    const freshet::InterruptedRuns done = freshet::run_interrupted(seed, scratch / "archive");
    for (const auto& [kind, fired] : done.faults) faults[kind] += fired;
    kills += done.kills;
    stops += done.stops;
    bad += done.complaints.empty() ? 0 : 1;
    fmt::print("{}\n", done.text());
    std::fflush(stdout);
  }
  fmt::print("{} seeds, {} bad, {} kills, {} stops; faults fired:\n", count, bad, kills, stops);
  for (const auto& [kind, fired] : faults) fmt::print("  {:>8}  {}\n", fired, kind);
  return bad == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_interrupted = argc > 1 && std::string_view(argv[1]) == "interrupted";
  if (is_interrupted) {
    --argc;
    ++argv;
  }
  if (argc < 2) {
    fmt::print(stderr, "usage: simulate [interrupted] FIRST [COUNT] [--each]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const bool prints_each = argc > 3 && std::string_view(argv[3]) == "--each";
  if (is_interrupted) return simulate_interrupted(first, count);
  const freshet::Scratch scratch;
  std::map<std::string, int> faults;
  std::uint64_t bad = 0;
  std::uint64_t requests = 0;
  int fewest = 1 << 30;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string directory = scratch / std::to_string(seed);
    const freshet::SeededCrawl done = freshet::run_seeded_crawl(seed, directory);
    std::filesystem::remove_all(directory);
    for (const auto& [kind, fired] : done.faults) faults[kind] += fired;
    requests += done.requests;
    fewest = std::min(fewest, done.fault_count());
    if (!done.complaints.empty()) {
      ++bad;
      fmt::print("{}\n  again with: simulate {}\n", done.text(), seed);
    } else if (count == 1 || prints_each || (seed - first + 1) % 100 == 0) {
      fmt::print("{}\n", done.text());
    }
    std::fflush(stdout);
  }
  fmt::print("{} seeds, {} bad, {} requests, at least {} faults a seed; faults fired:\n", count,
             bad, requests, fewest);
  for (const auto& [kind, fired] : faults) fmt::print("  {:>8}  {}\n", fired, kind);
  return bad == 0 ? 0 : 1;
}
