// capture_seeds FIRST [COUNT] [PAGES] [CHECKS] [--whole] [--no-target] [--unknown] [--pace MS]:
// captures practice sites that change by the virtual clock, one a seed, in our order, breadth
// first, and until 99 % are proven (not with --no-target), and compares the verdicts with the
// truth. The rates are learned before, from CHECKS checks of each page (default 5, 20 hours apart);
// with --unknown the archive does not know the site. Exit code 1 if a page is called proven whose
// content was another, or if breadth first is as good. Pages that changed and changed back, and
// servers whose validators do not change with the page, are counted apart; --whole makes no
// conditional requests. Captures make a request every MS milliseconds, by default every 5 s.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "simulation/capture_run.h"
#include "simulation/capture_score.h"
#include "testkit/scratch.h"

namespace {

using namespace freshet;

struct Totals {
  std::size_t runs = 0;
  std::size_t wrong = 0;
  std::size_t stuck = 0;
  std::size_t changed_back = 0;
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

CrawlPlan crawl_plan(Duration delay) {
  CrawlPlan plan;
  plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  plan.pace.delay = delay;
  plan.requisites = false;
  return plan;
}

double seconds_of(Duration duration) { return std::chrono::duration<double>(duration).count(); }

// What the command line asks for.
struct Wishes {
  std::uint64_t first = 0;
  std::uint64_t count = 1;
  std::uint64_t pages = 3000;
  int checks = 5;
  bool asks_whole = false;
  bool has_target = true;
  bool is_known = true;
  Duration delay = std::chrono::seconds(5);
};

std::optional<Wishes> read_wishes(int argc, char** argv) {
  Wishes wishes;
  std::vector<std::uint64_t> numbers;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--whole")
      wishes.asks_whole = true;
    else if (word == "--no-target")
      wishes.has_target = false;
    else if (word == "--unknown")
      wishes.is_known = false;
    else if (word == "--pace" && i + 1 < argc)
      wishes.delay = std::chrono::milliseconds(std::strtoul(argv[++i], nullptr, 10));
    else
      numbers.push_back(std::strtoull(word.c_str(), nullptr, 10));
  }
  if (numbers.empty()) return std::nullopt;
  wishes.first = numbers[0];
  if (numbers.size() > 1) wishes.count = numbers[1];
  if (numbers.size() > 2) wishes.pages = numbers[2];
  if (numbers.size() > 3) wishes.checks = static_cast<int>(numbers[3]);
  return wishes;
}

// Captures a copy of the archive and returns the row, or nothing after an error.
std::optional<CaptureRow> capture_copy(const WorldPlan& site, Time now, const std::string& learned,
                                       const CaptureOrder& order, Duration delay, Totals& totals) {
  const std::string directory = learned + "-copy";
  std::filesystem::remove_all(directory);
  if (std::filesystem::exists(learned))
    std::filesystem::copy(learned, directory, std::filesystem::copy_options::recursive);
  SimulatedWeb web(site, {.keeps_log = false}, {}, now);
  const CaptureRunResult result =
      run_capture(web, system_disk(), directory, {.plan = crawl_plan(delay), .order = order});
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
  totals.changed_back += score->changed_back;
  const bool agrees = static_cast<std::int64_t>(score->proven) == result.row.tally.coherent;
  totals.disagreements += agrees ? 0 : 1;
  const CaptureTally& tally = result.row.tally;
  fmt::print(
      "  {:<14} {}: {} proven, {} changed, {} unknown; {} rounds, {} requests, {} h; "
      "wrong {}, by stuck validators {}, changed back {}, needlessly changed {}\n",
      order.policy, name_of(result.row.end), tally.coherent, tally.changed, tally.unknown,
      result.row.round, result.row.requests,
      std::chrono::duration_cast<std::chrono::hours>(web.clock.now() - now).count(), score->wrong,
      score->wrong_by_validator, score->changed_back, score->needlessly_changed);
  if (result.outlook)
    fmt::print("    expected {:.1f} % with a request every {:.2f} s; 99 % every {:.3f} s\n",
               100 * result.outlook->expected, seconds_of(result.outlook->slot),
               seconds_of(result.outlook->slot_needed.value_or(Duration{})));
  for (const std::string& url : score->wrong_urls) fmt::print("    wrong: {}\n", url);
  std::fflush(stdout);
  return result.row;
}

}  // namespace

int main(int argc, char** argv) {
  const auto wishes = read_wishes(argc, argv);
  if (!wishes) {
    fmt::print(stderr,
               "usage: capture_seeds FIRST [COUNT] [PAGES] [CHECKS] [--whole] [--no-target] "
               "[--unknown] [--pace MS]\n");
    return 2;
  }
  const Scratch scratch;
  Totals totals;
  std::uint64_t better = 0;
  std::uint64_t reached = 0;
  for (std::uint64_t seed = wishes->first; seed < wishes->first + wishes->count; ++seed) {
    const WorldPlan site = site_of(seed, wishes->pages);
    const std::string learned = scratch / std::to_string(seed);
    SimulatedWeb web(site, {.keeps_log = false});
    Status done;
    if (wishes->is_known)
      done = learn_site(web, system_disk(), learned, crawl_plan(std::chrono::seconds(5)),
                        wishes->checks, std::chrono::hours(20));
    fmt::print("seed {}{}{}\n", seed, done ? "" : ": ", done ? "" : done.error().message);
    if (!done) return 1;
    const Time now = web.clock.now();
    const auto capture = [&](CaptureOrder order) {
      order.asks_whole = wishes->asks_whole;
      return capture_copy(site, now, learned, order, wishes->delay, totals);
    };
    const auto ours = capture({.policy = "freshet"});
    const auto plain = capture({.policy = "breadth-first"});
    if (!ours || !plain) return 1;
    better += ours->tally.coherent > plain->tally.coherent ? 1 : 0;
    if (wishes->has_target) {
      const auto wanted = capture({.policy = "freshet", .target = 0.99, .rounds_max = 3});
      if (!wanted) return 1;
      reached += wanted->end == CaptureEnd::target_reached ? 1 : 0;
    }
    std::filesystem::remove_all(learned);
    std::filesystem::remove_all(learned + "-copy");
  }
  fmt::print(
      "{} captures: ours above breadth first in {} of {}, 99 % reached in {}; wrong {}, by "
      "stuck validators {}, changed back {}, counts that disagree with the archive {}\n",
      totals.runs, better, wishes->count, reached, totals.wrong, totals.stuck, totals.changed_back,
      totals.disagreements);
  const bool is_good = totals.wrong == 0 && totals.disagreements == 0 && better == wishes->count;
  return is_good ? 0 : 1;
}
