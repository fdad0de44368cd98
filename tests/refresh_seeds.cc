// refresh_seeds FIRST [COUNT] [DAYS] [--trouble]: keeps practice worlds fresh in virtual time, one
// a seed, and says how well: 20 hosts, 2,000 pages, 0.05 checks per page and day. With --trouble
// half of the hosts go down for days, answer 500 or 503, cut their answers or become slow; time in
// which a page cannot be fetched does not count. Exit code 1 if it was impolite.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "base/hash.h"
#include "practice/practice_web.h"
#include "simulation/refresh_run.h"
#include "simulation/score.h"
#include "simulation/troubled_web.h"
#include "testkit/scratch.h"

namespace {

// Hashes every request. A change that should not change behaviour leaves it as it was.
std::uint64_t history_of(const freshet::PracticeWeb& web) {
  std::string history;
  for (const freshet::PracticeLogLine& line : web.log())
    history += fmt::format("{} {} {} {} {}\n", line.url, line.is_head, line.status,
                           line.start.count(), line.end.count());
  return freshet::hash64(history);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace freshet;
  const bool has_trouble = argc > 1 && std::string(argv[argc - 1]) == "--trouble";
  if (has_trouble) --argc;
  if (argc < 2) {
    fmt::print(stderr, "usage: refresh_seeds FIRST [COUNT] [DAYS] [--trouble]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const auto days = std::chrono::days(argc > 3 ? std::strtol(argv[3], nullptr, 10) : 60);
  const Scratch scratch;
  double fresh = 0;
  double uniform = 0;
  double oracle = 0;
  std::size_t bad = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    WorldPlan world;
    world.seed = seed;
    world.hosts = 20;
    world.pages = 2000;
    world.features.traps = false;
    world.features.misbehaviour = false;
    std::optional<TroubledWeb> troubled;
    std::optional<SimulatedWeb> quiet;
    RefreshRunOptions options;
    if (has_trouble) {
      troubled.emplace(world, days);
      options.trouble = &troubled->trouble;
    } else {
      quiet.emplace(world);
    }
    SimulatedWeb& web = has_trouble ? troubled->web : *quiet;
    options.time = days;
    options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    const std::string directory = scratch / std::to_string(seed);
    const RefreshRunResult done = run_refresh(web, system_disk(), directory, options);
    if (!done.status) {
      fmt::print("seed {}: {}\n", seed, done.status.error().message);
      return 1;
    }
    fmt::print("seed {}: {}; history {:016x}\n", seed, done.text(), history_of(web.web));
    auto archive = Archive::open(system_disk(), directory);
    const auto score =
        archive ? score_crawl(web.world, *archive, web.web.log(),
                              {.delay = options.plan.pace.delay, .burst = options.plan.pace.burst})
                : Result<Score>(std::unexpected(archive.error()));
    if (!score) {
      fmt::print("  {}\n", score.error().message);
      return 1;
    }
    bad += score->forbidden.size() + score->impolite.size();
    for (const auto* complaints : {&score->forbidden, &score->impolite})
      for (std::size_t i = 0; i < complaints->size() && i < 5; ++i)
        fmt::print("  {}\n", (*complaints)[i]);
    std::fflush(stdout);
    std::filesystem::remove_all(directory);
    fresh += done.fresh;
    uniform += done.uniform_fresh;
    oracle += done.oracle_fresh;
  }
  const auto n = static_cast<double>(count);
  fmt::print("mean: fresh {:.4f}, uniform {:.4f}, oracle {:.4f}: {:.3f} of it; {} complaints\n",
             fresh / n, uniform / n, oracle / n, fresh / oracle, bad);
  return bad == 0 ? 0 : 1;
}
