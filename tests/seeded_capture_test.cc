// Captures of practice sites that change while they are captured.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "catalog/open_catalog.h"
#include "simulation/capture_run.h"
#include "simulation/capture_score.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

WorldPlan changing_site(std::uint64_t seed, std::uint64_t pages) {
  WorldPlan plan;
  plan.seed = seed;
  plan.hosts = 1;
  plan.pages = pages;
  plan.features.traps = false;
  plan.features.misbehaviour = false;
  plan.changes_per_day_max = 50;
  return plan;
}

CrawlPlan polite_plan() {
  CrawlPlan plan;
  plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  plan.pace.delay = std::chrono::seconds(5);
  plan.requisites = false;
  return plan;
}

class CaptureRunTest : public testing::Test {
 protected:
  CaptureRunResult capture(SimulatedWeb& web, CaptureRunOptions options = {}) {
    if (options.plan.guard.refusal(*IpAddress::parse("127.0.0.1"))) options.plan = polite_plan();
    CaptureRunResult result = run_capture(web, disk, directory, options);
    EXPECT_TRUE(result.status) << result.status.error().message;
    return result;
  }
  // Returns the score, and compares its counts with those of the capture.
  CaptureScore score(const SimulatedWeb& web, const CaptureRow& row) {
    const auto made = score_capture(web.world, disk, directory, row);
    EXPECT_TRUE(made) << made.error().message;
    if (!made) return {};
    EXPECT_EQ(static_cast<std::int64_t>(made->proven), row.tally.coherent);
    EXPECT_EQ(static_cast<std::int64_t>(made->changed), row.tally.changed);
    EXPECT_EQ(made->wrong, 0u) << made->wrong_urls.front();
    return *made;
  }
  void learn(SimulatedWeb& web, int checks = 3) {
    const Status learned =
        learn_site(web, disk, directory, polite_plan(), checks, std::chrono::hours(20));
    ASSERT_TRUE(learned) << learned.error().message;
  }

  Scratch scratch;
  Disk& disk = system_disk();
  std::string directory = scratch / "archive";
};

TEST_F(CaptureRunTest, ProvesPagesOfASiteThatItHasNeverSeen) {
  SimulatedWeb web(changing_site(1, 60));
  const CaptureRunResult result = capture(web);
  EXPECT_EQ(result.row.stage, CaptureStage::ended);
  EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
  ASSERT_TRUE(result.row.instant_from);
  const CaptureScore truth = score(web, result.row);
  EXPECT_GT(truth.proven, 30u);
  EXPECT_EQ(truth.pages,
            truth.proven + truth.changed + static_cast<std::size_t>(result.row.tally.unknown));
}

TEST_F(CaptureRunTest, ProvesMoreThanBreadthFirstWithRatesThatWereLearned) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    std::map<std::string, std::int64_t> coherent;
    directory = scratch / std::to_string(seed);
    SimulatedWeb first(changing_site(seed, 300));
    learn(first);
    const std::string learned = directory;
    for (const char* policy : {"freshet", "breadth-first"}) {
      directory = learned + policy;
      std::filesystem::copy(learned, directory, std::filesystem::copy_options::recursive);
      SimulatedWeb web(changing_site(seed, 300), {}, {}, first.clock.now());
      CaptureRunOptions options{.order = {.policy = policy}};
      const CaptureRunResult result = capture(web, options);
      EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
      score(web, result.row);
      coherent[policy] = result.row.tally.coherent;
    }
    EXPECT_GT(coherent["freshet"], coherent["breadth-first"]) << "seed " << seed;
  }
}

TEST_F(CaptureRunTest, GoesOnAfterEachOfTwentyKills) {
  SimulatedWeb quiet(changing_site(2, 60));
  std::uint64_t calls = 0;
  CaptureRunOptions options;
  options.is_killed = [&] {
    ++calls;
    return false;
  };
  const CaptureRunResult whole = capture(quiet, options);
  ASSERT_GT(calls, 20u);
  directory = scratch / "killed";
  SimulatedWeb web(changing_site(2, 60));
  const std::uint64_t every = calls / 21;
  std::uint64_t at = 0;
  options.is_killed = [&] { return ++at % every == 0 && at / every <= 20; };
  std::map<std::string, int> acknowledged;
  options.on_acknowledged = [&](const std::string& url, Time) { ++acknowledged[url]; };
  CaptureRunResult result;
  int kills = 0;
  do {
    result = capture(web, options);
    kills += result.was_killed ? 1 : 0;
    web.clock.jump(std::chrono::minutes(1));
  } while (result.was_killed);
  EXPECT_GE(kills, 15);
  EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
  EXPECT_EQ(result.row.pauses, kills) << "each one is told";
  EXPECT_GE(result.row.paused, kills * Duration(std::chrono::minutes(1)));
  EXPECT_NE(result.said.find("after a pause of"), std::string::npos);
  const CaptureScore truth = score(web, result.row);
  EXPECT_EQ(truth.pages, static_cast<std::size_t>(whole.row.tally.visited));
  acknowledged.erase(web.world.first_url() + "robots.txt");
  for (const auto& [url, count] : acknowledged)
    EXPECT_LE(count, 2) << url << " was visited and revisited, and then fetched again";
}

TEST_F(CaptureRunTest, ReachesTheWantedShareOrSaysWhyNot) {
  WorldPlan calm = changing_site(3, 60);
  calm.changes_per_day_max = 0.2;
  SimulatedWeb web(calm);
  CaptureRunOptions options{.order = {.target = 0.97, .rounds_max = 5}};
  const CaptureRunResult reached = capture(web, options);
  EXPECT_EQ(reached.row.end, CaptureEnd::target_reached);
  score(web, reached.row);

  directory = scratch / "wild";
  WorldPlan wild = changing_site(3, 60);
  wild.changes_per_day_min = wild.changes_per_day_max = 400;
  SimulatedWeb other(wild);
  options.order.rounds_max = 3;
  const CaptureRunResult missed = capture(other, options);
  EXPECT_EQ(missed.row.end, CaptureEnd::rounds_used_up);
  EXPECT_EQ(missed.row.round, 3);
  score(other, missed.row);
}

TEST_F(CaptureRunTest, KeepsToTheBudgetOfRevisits) {
  SimulatedWeb web(changing_site(4, 60));
  const CaptureRunResult result = capture(web, {.order = {.revisits_max = 10}});
  EXPECT_EQ(result.row.end, CaptureEnd::budget_used_up);
  EXPECT_EQ(result.row.tally.revisited, 10);
  EXPECT_EQ(result.gaps.at(CaptureGap::not_revisited), result.row.tally.visited - 10);
  score(web, result.row);
}

TEST_F(CaptureRunTest, EndsWithinItsTime) {
  SimulatedWeb web(changing_site(5, 60));
  learn(web, 1);
  const Time began = web.clock.now();
  CaptureRunOptions options{.plan = polite_plan()};
  options.order.time_max = std::chrono::minutes(4);
  options.plan.limits.slice = std::chrono::seconds(15);
  const CaptureRunResult result = capture(web, options);
  EXPECT_EQ(result.row.stage, CaptureStage::ended);
  EXPECT_LE(web.clock.now() - began, std::chrono::minutes(5));
  EXPECT_GT(result.row.tally.coherent, 10);
  EXPECT_GT(result.row.tally.unknown, 10);
  score(web, result.row);
}

TEST_F(CaptureRunTest, CallsPagesUnknownThatDoNotAnswerAtTheirRevisit) {
  std::optional<Time> down;
  Clock* clock = nullptr;
  PracticeWebOptions failing;
  failing.fault = [&](const WebRequest&) {
    return down && clock->now() > *down ? std::optional(WebFailure::refused) : std::nullopt;
  };
  SimulatedWeb web(changing_site(6, 60), failing);
  clock = &web.clock;
  CaptureRunOptions options;
  options.each_call = [&](const CaptureVisits& visits) {
    if (!down && visits.row().stage == CaptureStage::revisiting)
      down = web.clock.now() + std::chrono::minutes(1);
  };
  const CaptureRunResult result = capture(web, options);
  EXPECT_EQ(result.row.end, CaptureEnd::out_of_reach);
  EXPECT_GT(result.row.tally.coherent, 0);
  EXPECT_GT(result.row.tally.unknown, 30);
  score(web, result.row);
}

TEST_F(CaptureRunTest, WaitsForASiteThatIsDownForAWhile) {
  std::optional<Time> down;
  Clock* clock = nullptr;
  PracticeWebOptions failing;
  failing.fault = [&](const WebRequest&) {
    const bool is_down =
        down && clock->now() > *down && clock->now() < *down + std::chrono::minutes(10);
    return is_down ? std::optional(WebFailure::refused) : std::nullopt;
  };
  WorldPlan calm = changing_site(6, 60);
  calm.changes_per_day_max = 0.1;
  SimulatedWeb web(calm, failing);
  clock = &web.clock;
  CaptureRunOptions options;
  options.each_call = [&](const CaptureVisits& visits) {
    if (!down && visits.row().stage == CaptureStage::revisiting)
      down = web.clock.now() + std::chrono::minutes(1);
  };
  const CaptureRunResult result = capture(web, options);
  EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
  EXPECT_GT(result.row.tally.coherent, 50 * result.row.tally.visited / 60);
  score(web, result.row);
}

TEST_F(CaptureRunTest, TellsTheTruthByWhatWasServedAndNotByTheVersionsOfSoft404s) {
  WorldPlan wild = changing_site(1, 300);
  while (!World(wild).hosts().by_rank(0).has_soft_404) ++wild.seed;
  wild.changes_per_day_min = wild.changes_per_day_max = 400;
  SimulatedWeb web(wild);
  const CaptureRunResult result = capture(web);
  const CaptureScore truth = score(web, result.row);
  EXPECT_GT(truth.proven, 0u) << "pages that are not there never change";
  EXPECT_EQ(truth.changed_back, 0u);
}

TEST_F(CaptureRunTest, VisitsPagesWithOldDatesFirstOnASiteThatItHasNeverSeen) {
  std::int64_t ours = 0;
  std::int64_t plain = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    for (const char* policy : {"freshet", "breadth-first"}) {
      directory = scratch / (policy + std::to_string(seed));
      SimulatedWeb web(changing_site(seed, 300));
      const CaptureRunResult result = capture(web, {.order = {.policy = policy}});
      score(web, result.row);
      (std::string(policy) == "freshet" ? ours : plain) += result.row.tally.coherent;
    }
  EXPECT_GT(ours, plain);
}

TEST_F(CaptureRunTest, SeesStyleSheetsAndImagesOnBothSidesOfTheInstant) {
  for (const bool is_known : {false, true}) {
    directory = scratch / (is_known ? "known" : "new");
    SimulatedWeb web(changing_site(8, 60));
    CaptureRunOptions options{.plan = polite_plan()};
    options.plan.requisites = true;
    if (is_known) {
      const Status learned =
          learn_site(web, disk, directory, options.plan, 1, std::chrono::hours(20));
      ASSERT_TRUE(learned) << learned.error().message;
    }
    const CaptureRunResult result = capture(web, options);
    EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
    score(web, result.row);
    auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
    ASSERT_TRUE(catalog);
    std::size_t requisites = 0;
    const auto read = (*catalog)->each_belief(result.row.hosts.front(), [&](const auto& belief) {
      if (!belief.is_requisite()) return true;
      ++requisites;
      const auto row = (*catalog)->find_page(belief.page);
      const auto checks = (*catalog)->checks(belief.page, 100);
      if (!row || !*row || !checks || checks->empty()) {
        ADD_FAILURE() << belief.page.url << " was not revisited";
        return true;
      }
      EXPECT_GT(checks->back().time, *result.row.instant_from) << belief.page.url;
      const bool is_seen_before =
          ((*row)->first_seen >= result.row.began &&
           (*row)->first_seen < *result.row.instant_from) ||
          std::ranges::any_of(*checks, [&](const PageCheck& check) {
            return check.time >= result.row.began && check.time < *result.row.instant_from;
          });
      EXPECT_TRUE(is_seen_before) << belief.page.url;
      return true;
    });
    EXPECT_TRUE(read);
    EXPECT_GT(requisites, 3u);
  }
}

TEST_F(CaptureRunTest, JudgesPagesThatVanishAppearOrAreForbiddenMeanwhile) {
  std::optional<Time> instant;
  PracticeWebOptions bent;
  bent.bend = [&](const PracticeRequest& request, Time now, PracticeAnswer& answer) {
    const bool is_after = instant && now > *instant;
    std::erase_if(answer.headers, [](const auto& field) {
      return field.name == "ETag" || field.name == "Last-Modified";
    });
    if (request.target == "/added.html")
      answer = {.status = is_after ? 200 : 404,
                .headers = {{"Content-Type", "text/html"}},
                .body = "<title>Added</title><p>A page that is new, with some words of its own."};
    if (!is_after || answer.status != 200 || request.target == "/added.html") return;
    const std::size_t kind = request.target.size() % 7;
    if (request.target == "/") {
      answer.body += "<p>News: <a href=\"/added.html\">a page was added to this site today</a>";
    } else if (kind == 3) {
      answer = {.status = 404, .body = "gone"};
    } else if (kind == 4) {
      answer = {.status = 403, .body = "no"};
    }
  };
  WorldPlan calm = changing_site(7, 80);
  calm.changes_per_day_min = calm.changes_per_day_max = 0.001;
  calm.features.validators = false;
  calm.features.codings = false;  // bodies can be added to
  calm.features.encodings = false;
  // Without validators in the first answers there are no conditions.
  SimulatedWeb web(calm, bent);
  CaptureRunOptions options;
  options.each_call = [&](const CaptureVisits& visits) {
    if (!instant) instant = visits.row().round_instant;
  };
  const CaptureRunResult result = capture(web, options);
  EXPECT_EQ(result.row.end, CaptureEnd::all_revisited);
  const CaptureTally& tally = result.row.tally;
  EXPECT_GT(tally.changed, 3) << "pages that were removed";
  EXPECT_GT(result.gaps.at(CaptureGap::forbidden), 3);
  EXPECT_EQ(result.gaps.at(CaptureGap::found_late), 1) << "the page that was added";
  EXPECT_GT(tally.coherent, 20);
  EXPECT_EQ(tally.changed + tally.coherent, tally.revisited);
}

}  // namespace
}  // namespace freshet
