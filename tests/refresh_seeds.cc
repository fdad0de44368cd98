// refresh_seeds FIRST [COUNT] [DAYS]: keeps practice worlds fresh in virtual time, one a seed, and
// says how well: 20 hosts, 2,000 pages, 0.05 checks per page and day.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "practice/practice_web.h"
#include "simulation/refresh_run.h"
#include "testkit/scratch.h"

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: refresh_seeds FIRST [COUNT] [DAYS]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto days = std::chrono::days(argc > 3 ? std::strtol(argv[3], nullptr, 10) : 60);
  const freshet::Scratch scratch;
  double fresh = 0;
  double uniform = 0;
  double oracle = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    freshet::WorldPlan world;
    world.seed = seed;
    world.hosts = 20;
    world.pages = 2000;
    world.features.traps = false;
    world.features.misbehaviour = false;
    freshet::SimulatedWeb web(world);
    freshet::RefreshRunOptions options;
    options.time = days;
    options.plan.guard =
        freshet::AddressGuard({*freshet::Network::parse(freshet::kPracticeNetworkV4)});
    if (std::getenv("NO_SITEMAPS") != nullptr) options.planner.sitemaps_every = {};
    freshet::Disk& disk = freshet::system_disk();
    const std::string directory = scratch / std::to_string(seed);
    const auto done = freshet::run_refresh(web, disk, directory, options);
    if (!done.status) {
      fmt::print("seed {}: {}\n", seed, done.status.error().message);
      return 1;
    }
    fmt::print("seed {}: {}\n", seed, done.text());
    std::fflush(stdout);
    std::filesystem::remove_all(directory);
    fresh += done.fresh;
    uniform += done.uniform_fresh;
    oracle += done.oracle_fresh;
  }
  const auto n = static_cast<double>(count);
  fmt::print("mean: fresh {:.4f}, uniform {:.4f}, oracle {:.4f}\n", fresh / n, uniform / n,
             oracle / n);
  return 0;
}
