// refresh_seeds FIRST [COUNT] [DAYS]: keeps practice worlds fresh in virtual time, one a seed, and
// says how well: 20 hosts, 2,000 pages, 0.05 checks per page and day.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "practice/practice_web.h"
#include "predict/shipped_first_sight.h"
#include "schedule/shipped_training.h"
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
    if (const char* prior = std::getenv("PRIOR"))
      options.prior = prior[0] == 'e'
                          ? freshet::even_weights()
                          : freshet::shipped_training(freshet::CountedChanges::any).prior;
    if (std::getenv("ANY"))
      options.first_sight = &freshet::shipped_first_sight(freshet::CountedChanges::any);
    if (const char* share = std::getenv("EXPLORE"))
      options.planner.policy.explored_share = static_cast<float>(std::atof(share));
    if (const char* v = std::getenv("STRENGTH"))
      options.planner.policy.model.prior_strength = static_cast<float>(std::atof(v));
    if (const char* v = std::getenv("OWN")) options.planner.policy.model.clock.own = std::atof(v);
    if (const char* v = std::getenv("MAPS"))
      options.planner.sitemaps_every = std::chrono::hours(std::atoi(v));
    if (const char* v = std::getenv("ROUND"))
      options.planner.round = std::chrono::minutes(std::atoi(v));
    if (const char* v = std::getenv("SCORES"))
      options.planner.policy.scores_last = std::chrono::minutes(std::atoi(v));
    if (std::getenv("NOCLOCK")) options.planner.policy.model.uses_clock = false;
    const std::string directory = scratch / std::to_string(seed);
    const auto done = freshet::run_refresh(web, disk, directory, options);
    if (!done.status) {
      fmt::print("seed {}: {}\n", seed, done.status.error().message);
      return 1;
    }
    fmt::print("seed {}: {}\n", seed, done.text());
    if (std::getenv("VERBOSE") != nullptr)
      fmt::print("  added {} same {} 304 {} changed {} gone {} back {} failed {}\n",
                 done.counts.added, done.counts.same, done.counts.not_modified, done.counts.changed,
                 done.counts.gone, done.counts.back, done.counts.failed);
    if (std::getenv("VERBOSE") != nullptr) {
      for (int kind = 0; kind < 4; ++kind) {
        std::vector<freshet::PageTruth> some;
        for (const auto& page : done.truths) {
          const auto host =
              web.world.hosts().by_name(std::string(freshet::Url::parse(page.url)->hostname()));
          if ((host->has_sitemap ? 1 : 0) + (page.has_right_validator ? 2 : 0) == kind)
            some.push_back(page);
        }
        double copies = 0;
        for (const auto& page : some) copies += static_cast<double>(page.copies.size());
        fmt::print(
            "  sitemap {} validator {}: {} pages, {:.2f} copies, fresh {:.3f}, oracle {:.3f}\n",
            kind & 1, kind >> 1, some.size(), copies / static_cast<double>(some.size()),
            freshet::mean_freshness(some, done.from, done.until),
            freshet::oracle_freshness(some, 0.05 * static_cast<double>(some.size()), done.from,
                                      done.until, std::chrono::hours(3)));
      }
      for (double low = 0.01; low < 10; low *= 2.15) {
        double pages = 0, checks = 0, all = 0, late = 0;
        for (const auto& page : done.truths) {
          if (page.rate < low || page.rate >= low * 2.15) continue;
          pages += 1;
          checks += static_cast<double>(page.copies.size()) - 1;
          all += freshet::freshness(page, done.from, done.until);
          late += freshet::freshness(page, done.until - std::chrono::days(20), done.until);
        }
        fmt::print("  rate {:.3f}: {} pages, {:.2f} copies each, fresh {:.3f}, late {:.3f}\n", low,
                   pages, checks / pages, all / pages, late / pages);
      }
    }
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
