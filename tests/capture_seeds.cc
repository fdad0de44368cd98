// capture_seeds FIRST [COUNT] [PAGES] [CHECKS] [--whole]: captures practice sites that change by
// the virtual clock, one a seed, in our order and breadth first, and compares the verdicts with the
// truth. The rates are learned before, from CHECKS checks of each page (default 5, 20 hours apart).
// Exit code 1 if a page is called proven whose content was another, or if breadth first is as good.
// Servers whose validators do not change with the page are counted apart; --whole makes no
// conditional requests.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "simulation/capture_run.h"
#include "simulation/capture_score.h"
#include "testkit/scratch.h"

namespace {

using namespace freshet;

struct Totals {
  std::size_t runs = 0;
  std::size_t wrong = 0;
  std::size_t stuck = 0;
  std::size_t disagreements = 0;
};

WorldPlan site_of(std::uint64_t seed, std::uint64_t pages) {
  WorldPlan plan;
  plan.seed = seed;
  plan.hosts = 1;
  plan.pages = pages;
  plan.features.traps = false;
  plan.features.misbehaviour = false;
  return plan;
}

CrawlPlan crawl_plan() {
  CrawlPlan plan;
  plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  plan.pace.delay = std::chrono::seconds(5);
  plan.requisites = false;
  return plan;
}

// Captures a copy of the archive and returns the row, or nothing after an error.
std::optional<CaptureRow> capture_copy(const WorldPlan& site, Time now, const std::string& learned,
                                       const CaptureOrder& order, Totals& totals) {
  const std::string directory = learned + "-copy";
  std::filesystem::remove_all(directory);
  std::filesystem::copy(learned, directory, std::filesystem::copy_options::recursive);
  SimulatedWeb web(site, {.keeps_log = false}, {}, now);
  const CaptureRunResult result =
      run_capture(web, system_disk(), directory, {.plan = crawl_plan(), .order = order});
  if (!result.status) {
    fmt::print("  {}\n", result.status.error().message);
    return std::nullopt;
  }
  const auto score = score_capture(web.world, system_disk(), directory, result.row);
  if (!score) {
    fmt::print("  {}\n", score.error().message);
    return std::nullopt;
  }
  ++totals.runs;
  totals.wrong += score->wrong;
  totals.stuck += score->wrong_by_validator;
  const bool agrees = static_cast<std::int64_t>(score->proven) == result.row.tally.coherent;
  totals.disagreements += agrees ? 0 : 1;
  const CaptureTally& tally = result.row.tally;
  fmt::print(
      "  {:<14} {}: {} proven, {} changed, {} unknown; {} rounds, {} requests, {} h; "
      "wrong {}, by stuck validators {}, needlessly changed {}\n",
      order.policy, name_of(result.row.end), tally.coherent, tally.changed, tally.unknown,
      result.row.round, result.row.requests,
      std::chrono::duration_cast<std::chrono::hours>(web.clock.now() - now).count(), score->wrong,
      score->wrong_by_validator, score->needlessly_changed);
  for (const std::string& url : score->wrong_urls) fmt::print("    wrong: {}\n", url);
  std::fflush(stdout);
  return result.row;
}

}  // namespace

int main(int argc, char** argv) {
  const bool asks_whole = argc > 1 && std::string(argv[argc - 1]) == "--whole";
  if (asks_whole) --argc;
  if (argc < 2) {
    fmt::print(stderr, "usage: capture_seeds FIRST [COUNT] [PAGES] [CHECKS] [--whole]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::uint64_t pages = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 3000;
  const int checks = argc > 4 ? std::atoi(argv[4]) : 5;
  const Scratch scratch;
  Totals totals;
  std::uint64_t better = 0;
  std::uint64_t reached = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const WorldPlan site = site_of(seed, pages);
    const std::string learned = scratch / std::to_string(seed);
    SimulatedWeb web(site, {.keeps_log = false});
    const Status done =
        learn_site(web, system_disk(), learned, crawl_plan(), checks, std::chrono::hours(20));
    fmt::print("seed {}{}{}\n", seed, done ? "" : ": ", done ? "" : done.error().message);
    if (!done) return 1;
    const Time now = web.clock.now();
    const auto ours =
        capture_copy(site, now, learned, {.policy = "freshet", .asks_whole = asks_whole}, totals);
    const auto plain = capture_copy(site, now, learned,
                                    {.policy = "breadth-first", .asks_whole = asks_whole}, totals);
    const auto wanted = capture_copy(
        site, now, learned,
        {.policy = "freshet", .target = 0.99, .rounds_max = 3, .asks_whole = asks_whole}, totals);
    if (!ours || !plain || !wanted) return 1;
    better += ours->tally.coherent > plain->tally.coherent ? 1 : 0;
    reached += wanted->end == CaptureEnd::target_reached ? 1 : 0;
    std::filesystem::remove_all(learned);
    std::filesystem::remove_all(learned + "-copy");
  }
  fmt::print(
      "{} captures: ours above breadth first in {} of {}, 99 % reached in {}; wrong {}, by "
      "stuck validators {}, counts that disagree with the archive {}\n",
      totals.runs, better, count, reached, totals.wrong, totals.stuck, totals.disagreements);
  return totals.wrong == 0 && totals.disagreements == 0 && better == count ? 0 : 1;
}
