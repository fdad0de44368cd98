// A refresh that is killed with -9 and goes on: what was acknowledged is there, every check stands
// once in the history, with its snapshot, its event and its place in what is believed.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "catalog/open_catalog.h"
#include "predict/shipped_first_sight.h"
#include "refresh/planner.h"
#include "schedule/shipped_training.h"
#include "simulation/crawl_run.h"
#include "store/snapshot_facts.h"
#include "store/verify.h"
#include "store/write_point.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr int kKills = 8;
constexpr auto kRefreshed = std::chrono::days(4);
constexpr double kChecksPerDay = 60;

// When the process is to die; neither: it lives.
struct Death {
  std::uint64_t at_call = 0;  // of the events
  std::optional<WritePoint> at_point = {};
  int visit_of_point = 1;
};

WorldPlan world_plan() {
  WorldPlan made;
  made.seed = 4;
  made.hosts = 5;
  made.pages = 60;
  made.features.traps = false;
  made.features.misbehaviour = false;
  return made;
}

CrawlRunOptions run_options(const SimulatedWeb& web) {
  CrawlRunOptions options;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  options.plan.batch_pages = 5;
  options.plan.requisites = false;
  options.seeds = {web.world.first_url()};
  options.archive.warc_bytes_max = 30'000;
  options.archive.tail_bytes_max = 3'000;
  return options;
}

Time number_time(const std::string& microseconds) {
  return Time(Duration(std::stoll(microseconds)));
}

class RefreshKillTest : public testing::Test {
 protected:
  static const FirstSight& first_sight() { return shipped_first_sight(CountedChanges::content); }

  static void crawl(const std::string& directory) {
    SimulatedWeb web(world_plan());
    FirstSightRecorder recorder(first_sight(), {});
    CrawlRunOptions options = run_options(web);
    options.recorder = &recorder;
    const CrawlRunResult done = run_crawl(web, system_disk(), directory, options);
    ASSERT_TRUE(done.status && done.is_done);
  }

  // One process: the world as it is at `from`, the archive as it is. What is acknowledged is
  // written down, each with one call, so that a kill loses none; and how late it is.
  static void refresh(const std::string& directory, const std::string& journal, Time from,
                      Time until, const Death& death) {
    const int out = ::open(journal.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0644);
    const auto note = [out](const std::string& line) {
      if (::write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ::_exit(9);
    };
    SimulatedWeb web(world_plan(), {}, {}, from);
    auto catalog = open_catalog(system_disk(), catalog_address(directory), {});
    if (!catalog) ::_exit(4);
    PlannerOptions planning;
    planning.policy.budget.checks_per_day = static_cast<std::uint64_t>(kChecksPerDay);
    auto planner =
        Planner::load(**catalog, first_sight(), shipped_training(CountedChanges::content).prior,
                      planning, web.clock.now());
    if (!planner) ::_exit(5);
    catalog->reset();
    CrawlRunOptions options = run_options(web);
    options.recorder = planner->get();
    options.refresher = planner->get();
    options.plan.patience = std::chrono::days(365);
    options.until = web.events.tick() + (until - from);
    int visits = 0;
    options.archive.at_point = [&](WritePoint point) {
      if (death.at_point == point && ++visits == death.visit_of_point) ::kill(::getpid(), SIGKILL);
    };
    options.on_acknowledged = [&](const std::string& url, Time time) {
      note(fmt::format("acknowledged {} {}\n", url, time.time_since_epoch().count()));
      note(fmt::format("now {} 0\n", web.clock.now().time_since_epoch().count()));
    };
    options.is_killed = [&] {
      if (death.at_call != 0 && web.events.calls() >= death.at_call) ::kill(::getpid(), SIGKILL);
      return false;
    };
    const CrawlRunResult done = run_crawl(web, system_disk(), directory, options);
    if (!done.status) ::_exit(3);
    note(fmt::format("calls {} 0\n", web.events.calls()));
    ::_exit(0);
  }

  // How the process ended: 0 by itself, else the signal.
  static int run(const std::string& directory, const std::string& journal, Time from, Time until,
                 const Death& death) {
    const pid_t pid = ::fork();
    if (pid == 0) refresh(directory, journal, from, until, death);
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    return 0;
  }

  struct Told {
    std::vector<std::pair<std::string, Time>> acknowledged;
    Time now{};
    std::uint64_t calls = 0;
  };
  static Told read_journal(const std::string& journal) {
    Told told;
    std::ifstream in(journal);
    for (std::string what, first, second; in >> what >> first >> second;) {
      if (what == "calls") told.calls = std::stoull(first);
      if (what == "now") told.now = number_time(first);
      if (what == "acknowledged") told.acknowledged.emplace_back(first, number_time(second));
    }
    return told;
  }

  static std::vector<PageEvent> events_of(Catalog& catalog) {
    return *catalog.events(0, std::numeric_limits<std::int32_t>::max());
  }

  // What one page's history says, from its checks alone.
  static void expect_whole(Archive& archive, const PageBelief& belief,
                           const std::vector<PageEvent>& events, const std::string& name) {
    Catalog& catalog = archive.catalog();
    const std::string& url = belief.page.url;
    const auto checks = *catalog.checks(belief.page, std::numeric_limits<std::int32_t>::max());
    const auto page = *catalog.find_page(belief.page);
    const auto snapshots = *catalog.snapshots(page->id);
    std::vector<std::pair<EventKind, Time>> expected = {{EventKind::added, page->first_seen}};
    std::vector<Time> kept = {page->first_seen};
    std::int64_t told = 0, changes = 0;
    for (const PageCheck& check : checks) {
      // A HEAD leaves nothing to keep.
      const bool is_head =
          check.outcome == CheckOutcome::same && check.status == 200 && check.bytes == 0;
      if (check.status != 0 && !is_head) kept.push_back(check.time);
      const bool says_it =
          check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed;
      told += says_it ? 1 : 0;
      changes += check.outcome == CheckOutcome::changed ? 1 : 0;
      if (check.outcome == CheckOutcome::changed)
        expected.emplace_back(EventKind::changed, check.time);
      if (check.outcome == CheckOutcome::back) expected.emplace_back(EventKind::added, check.time);
      if (check.outcome == CheckOutcome::gone && expected.back().first != EventKind::removed)
        expected.emplace_back(EventKind::removed, check.time);
    }
    std::vector<Time> times;
    for (const SnapshotRow& snapshot : snapshots) times.push_back(snapshot.time);
    EXPECT_EQ(times, kept) << name << ": snapshots and checks of " << url;
    std::vector<std::pair<EventKind, Time>> heard;
    for (const PageEvent& event : events)
      if (event.url == url) heard.emplace_back(event.kind, event.time);
    EXPECT_EQ(heard, expected) << name << ": events of " << url;
    EXPECT_EQ(belief.checks, told) << name << ": " << url;
    EXPECT_EQ(belief.changes, changes) << name << ": " << url;
    if (!checks.empty()) {
      EXPECT_EQ(belief.checked, checks.back().time) << name << ": " << url;
    }
  }

  // Kills it once, goes on, and judges.
  bool kill_and_judge(const Death& death, const std::string& name) {
    const std::string directory = scratch / name;
    const std::string journal = scratch / (name + ".journal");
    std::filesystem::copy(scratch / "crawled", directory, std::filesystem::copy_options::recursive);
    const int signal = run(directory, journal, began, ended, death);
    EXPECT_TRUE(signal == 0 || signal == SIGKILL) << name;
    const Told before = read_journal(journal);
    std::vector<PageEvent> heard;  // by somebody who follows, before it goes on
    if (auto archive = Archive::open(system_disk(), directory))
      heard = events_of(archive->catalog());
    const Time again = std::max(before.now, began);
    EXPECT_EQ(run(directory, journal, again, ended, {}), 0) << name;
    std::string faults;
    const auto verified =
        verify_archive(system_disk(), directory,
                       {.fault = [&](const std::string& fault) { faults += fault + "\n"; }});
    EXPECT_TRUE(verified && verified->faults == 0) << name << ": " << faults;
    auto archive = Archive::open(system_disk(), directory);
    if (!archive) return false;
    EXPECT_TRUE(archive->catalog().check()) << name;
    for (const auto& [url, time] : read_journal(journal).acknowledged) {
      const auto found = archive->find(url, time);
      EXPECT_TRUE(found && *found && (*found)->snapshot.time == time)
          << name << ": " << url << " was acknowledged";
    }
    const std::vector<PageEvent> events = events_of(archive->catalog());
    EXPECT_GE(events.size(), heard.size()) << name;
    for (std::size_t i = 0; i < std::min(heard.size(), events.size()); ++i)
      EXPECT_EQ(events[i], heard[i]) << name << ": an event that was heard changed";
    std::vector<PageBelief> beliefs;
    EXPECT_TRUE(archive->catalog().each_belief(std::nullopt, [&](const PageBelief& belief) {
      beliefs.push_back(belief);
      return true;
    }));
    EXPECT_GT(beliefs.size(), 40U);
    for (const PageBelief& belief : beliefs) expect_whole(*archive, belief, events, name);
    events_least = std::min(events_least, events.size());
    std::filesystem::remove_all(directory);
    return signal == SIGKILL;
  }

  void SetUp() override {
    crawl(scratch / "crawled");
    began = world_plan().began + std::chrono::days(31);
    ended = began + kRefreshed;
    const std::string directory = scratch / "undisturbed";
    std::filesystem::copy(scratch / "crawled", directory, std::filesystem::copy_options::recursive);
    ASSERT_EQ(run(directory, scratch / "journal", began, ended, {}), 0);
    const Told told = read_journal(scratch / "journal");
    calls = told.calls;
    ASSERT_GT(told.acknowledged.size(), 100U);
    auto archive = Archive::open(system_disk(), directory);
    ASSERT_TRUE(archive);
    events_undisturbed = events_of(archive->catalog()).size();
  }

  Scratch scratch;
  Time began{}, ended{};
  std::uint64_t calls = 0;
  std::size_t events_undisturbed = 0;
  std::size_t events_least = std::numeric_limits<std::size_t>::max();
};

TEST_F(RefreshKillTest, AtMomentsSpreadOverTheRefresh) {
  int killed = 0;
  for (int i = 0; i < kKills; ++i) {
    const std::uint64_t at = 1 + calls * static_cast<std::uint64_t>(i) / kKills;
    killed += kill_and_judge({.at_call = at}, fmt::format("call-{}", at)) ? 1 : 0;
  }
  EXPECT_EQ(killed, kKills);
  std::cout << killed << " kills; " << events_undisturbed << " events undisturbed, at least "
            << events_least << " after a kill\n";
}

TEST_F(RefreshKillTest, AtEveryNamedPoint) {
  for (const auto& [point, name] : kWritePoints)
    EXPECT_TRUE(kill_and_judge({.at_point = point, .visit_of_point = 1}, std::string(name)))
        << "the refresh never came to " << name;
}

}  // namespace
}  // namespace freshet
