// A refresh in a world where things go wrong, by the seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <limits>
#include <string>

#include "base/hash.h"
#include "base/random.h"
#include "simulation/refresh_run.h"
#include "simulation/score.h"
#include "store/verify.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSeeds = 6;
constexpr auto kTime = std::chrono::days(10);

struct SeededRefresh {
  RefreshRunResult result = {};
  std::uint64_t history = 0;  // a hash of every request, and of what the catalog holds in the end
  int lost_answers = 0;
  int jumps = 0;
  int kills = 0;
  std::string complaints = {};
};

// Everything that happened, in order.
class History {
 public:
  template <class... Parts>
  void add(const Parts&... parts) {
    ((text_ += fmt::format("{} ", parts)), ...);
    hash_ = hash64(fmt::format("{} {}", hash_, std::exchange(text_, {})));
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::string text_;
  std::uint64_t hash_ = 0;
};

std::int64_t number_of(const std::optional<Time>& time) {
  return time ? time->time_since_epoch().count() : -1;
}

std::uint64_t hash_of(const std::vector<PracticeLogLine>& log, Catalog& catalog) {
  History history;
  for (const PracticeLogLine& line : log)
    history.add(line.url, line.status, line.start.count(), line.end.count());
  EXPECT_TRUE(catalog.each_check([&](const PageCheck& check) {
    history.add(check.page.url, number_of(check.time), static_cast<int>(check.outcome),
                check.status, check.score, check.bytes, number_of(check.changed_at), check.hints);
    return true;
  }));
  EXPECT_TRUE(catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    history.add(belief.page.url, belief.rate, belief.rate_low, belief.rate_high, belief.checks,
                number_of(belief.next_check), number_of(belief.first_changed),
                number_of(belief.unlinked), belief.why);
    return true;
  }));
  const auto events = catalog.events(0, std::numeric_limits<std::int32_t>::max());
  EXPECT_TRUE(events);
  for (const PageEvent& event : *events)
    history.add(event.number, event.url, number_of(event.time), static_cast<int>(event.kind));
  return history.hash();
}

// Which faults a world has: all of them make it hard to say what one of them did.
struct Trouble {
  bool loses_answers = false;
  bool is_killed = false;
  bool jumps = false;
};

Trouble trouble_of(std::uint64_t seed) {
  return {.loses_answers = seed % 2 == 1, .is_killed = seed % 3 == 1, .jumps = seed % 3 == 2};
}

SeededRefresh run_seeded(std::uint64_t seed, const std::string& directory) {
  SeededRefresh done;
  Random random(seed);
  const Trouble trouble = trouble_of(seed);
  WorldPlan world;
  world.seed = seed;
  world.hosts = 5;
  world.pages = 150;
  world.features.traps = false;
  world.features.misbehaviour = false;
  bool is_refreshed = false;
  SimulatedWeb web(world, {.fault = [&](const WebRequest&) -> std::optional<WebFailure> {
                     if (!is_refreshed || !trouble.loses_answers) return std::nullopt;
                     if (!random.with_probability(0.03)) return std::nullopt;
                     ++done.lost_answers;
                     // A timeout is also what a host that is slow beyond patience looks like.
                     return random.with_probability(0.5) ? WebFailure::timeout : WebFailure::reset;
                   }});
  RefreshRunOptions options;
  options.time = kTime;
  options.budget = 0.25;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  options.plan.requisites = false;
  options.each_call = [&] {
    is_refreshed = true;
    if (!trouble.jumps || !random.with_probability(0.0005)) return;
    web.clock.jump(std::chrono::seconds(static_cast<std::int64_t>(random.below(600)) - 300));
    ++done.jumps;
  };
  options.is_killed = [&] {
    if (!trouble.is_killed || done.kills == 3 || !random.with_probability(0.0005)) return false;
    ++done.kills;
    return true;
  };
  done.result = run_refresh(web, system_disk(), directory, options);
  if (!done.result.status) {
    done.complaints += done.result.status.error().message + "\n";
    return done;
  }
  auto archive = Archive::open(system_disk(), directory);
  const auto score = score_crawl(web.world, *archive, web.web.log(),
                                 {.delay = options.plan.pace.delay,
                                  .burst = options.plan.pace.burst,
                                  .starts = 1 + done.result.starts});
  if (!score) {
    done.complaints += score.error().message + "\n";
    return done;
  }
  for (const auto* list : {&score->forbidden, &score->impolite})
    for (const std::string& what : *list) done.complaints += what + "\n";
  const auto verified = verify_archive(
      system_disk(), directory,
      {.fault = [&](const std::string& fault) { done.complaints += "verify: " + fault + "\n"; }});
  if (!verified) done.complaints += verified.error().message + "\n";
  done.history = hash_of(web.web.log(), archive->catalog());
  return done;
}

TEST(SeededRefreshTest, KeepsItsPromises) {
  const Scratch scratch;
  double fresh = 0, uniform = 0;
  int lost = 0, kills = 0, jumps = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const std::string directory = scratch / std::to_string(seed);
    const SeededRefresh done = run_seeded(seed, directory);
    std::filesystem::remove_all(directory);
    EXPECT_EQ(done.complaints, "") << "seed " << seed << ": " << done.result.text();
    EXPECT_GT(done.result.checks, 200U) << "seed " << seed;
    // What was fetched when the program was killed is fetched again; and a clock that jumps gives
    // validators a past that they did not have.
    const Trouble trouble = trouble_of(seed);
    if (!trouble.is_killed && !trouble.jumps) {
      EXPECT_EQ(done.result.needless_bodies, 0U) << "seed " << seed;
    }
    fresh += done.result.fresh;
    uniform += done.result.uniform_fresh;
    lost += done.lost_answers;
    kills += done.kills;
    jumps += done.jumps;
  }
  EXPECT_GT(fresh, uniform) << "sums over the seeds";
  EXPECT_GT(lost, 0);
  EXPECT_GT(kills, 0);
  EXPECT_GT(jumps, 0);
  std::cout << fmt::format(
      "{} seeds: fresh {:.4f}, uniform {:.4f}; {} answers lost, {} kills, {} "
      "clock jumps\n",
      kSeeds, fresh / kSeeds, uniform / kSeeds, lost, kills, jumps);
}

TEST(SeededRefreshTest, IsTheSameForTheSameSeed) {
  const Scratch scratch;
  const SeededRefresh first = run_seeded(1, scratch / "first");
  const SeededRefresh second = run_seeded(1, scratch / "second");
  EXPECT_NE(first.history, 0U);
  EXPECT_EQ(first.history, second.history);
  EXPECT_EQ(first.result.text(), second.result.text());
  EXPECT_GT(first.kills, 0) << "over a kill, too";
}

}  // namespace
}  // namespace freshet
