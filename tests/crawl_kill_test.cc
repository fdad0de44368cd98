// A crawl that is killed with -9 and goes on has, in the end, what it would have had.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "simulation/crawl_run.h"
#include "store/verify.h"
#include "store/write_point.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr int kRandomKills = 20;
constexpr std::size_t kBatchPages = 10;

using Holding = std::set<std::tuple<std::string, int, std::string>>;  // URL, status, digest

// When the process is to die; neither: it lives.
struct Death {
  std::uint64_t at_call = 0;  // of the events
  std::optional<WritePoint> at_point = {};
  int visit_of_point = 1;
};

class CrawlKillTest : public testing::Test {
 protected:
  // One process: the same world from its beginning, the archive as it is. Requests and
  // acknowledgements are written down, each with one call, so that a kill loses none.
  static void crawl(const std::string& directory, const std::string& journal, const Death& death) {
    const int out = ::open(journal.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0644);
    const auto note = [out](const std::string& line) {
      if (::write(out, line.data(), line.size()) != static_cast<ssize_t>(line.size())) ::_exit(9);
    };
    SimulatedWeb web(plan(), {.fault = [&](const WebRequest& request) -> std::optional<WebFailure> {
                       note(fmt::format("asked {}\n", request.url.href()));
                       return std::nullopt;
                     }});
    CrawlRunOptions options;
    options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    options.plan.pace.delay = std::chrono::milliseconds(50);
    options.plan.fetch.body_bytes = std::size_t{32} << 10;
    options.plan.batch_pages = kBatchPages;
    options.plan.visits_max = 6;
    options.seeds = {web.world.first_url()};
    options.archive.warc_bytes_max = 60'000;
    options.archive.tail_bytes_max = 6'000;
    int visits = 0;
    options.archive.at_point = [&](WritePoint point) {
      if (death.at_point == point && ++visits == death.visit_of_point) ::kill(::getpid(), SIGKILL);
    };
    options.on_acknowledged = [&](const std::string& url, Time) {
      note(fmt::format("acknowledged {}\n", url));
    };
    options.is_killed = [&] {
      if (death.at_call != 0 && web.events.calls() >= death.at_call) ::kill(::getpid(), SIGKILL);
      return false;
    };
    const CrawlRunResult done = run_crawl(web, system_disk(), directory, options);
    if (!done.status || !done.is_done) ::_exit(3);
    note(fmt::format("calls {}\n", web.events.calls()));
    ::_exit(0);
  }

  static WorldPlan plan() {
    WorldPlan made;
    made.seed = 11;
    made.hosts = 24;
    made.pages = 160;
    made.features.changes = false;
    return made;
  }

  // How the process ended: 0 by itself, else the signal.
  static int run(const std::string& directory, const std::string& journal, const Death& death) {
    const pid_t pid = ::fork();
    if (pid == 0) crawl(directory, journal, death);
    int status = 0;
    ::waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) return WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    return 0;
  }

  static Holding holding(const std::string& directory) {
    Holding all;
    auto archive = Archive::open(system_disk(), directory);
    if (!archive) return all;
    const Status read = archive->catalog().each_page(std::nullopt, [&](const PageRow& page) {
      const auto snapshots = archive->catalog().snapshots(page.id);
      if (!snapshots) return false;
      for (const SnapshotRow& row : *snapshots)
        all.emplace(page.key.url, row.status, row.payload.base32());
      return true;
    });
    EXPECT_TRUE(read);
    return all;
  }

  static std::string difference(const Holding& expected, const Holding& actual) {
    std::string out;
    for (const auto& [url, status, digest] : expected)
      if (!actual.contains({url, status, digest}))
        out += fmt::format("missing: {} {} {}\n", url, status, digest);
    for (const auto& [url, status, digest] : actual)
      if (!expected.contains({url, status, digest}))
        out += fmt::format("too much: {} {} {}\n", url, status, digest);
    return out;
  }

  // What the journal says: what was asked for, and what although it was acknowledged.
  struct Told {
    std::map<std::string, int> asked;  // by URL
    std::vector<std::string> again;
    std::uint64_t calls = 0;
    std::uint64_t requests = 0;
  };
  static Told read_journal(const std::string& journal) {
    Told told;
    std::set<std::string> acknowledged;
    std::ifstream in(journal);
    for (std::string what, rest; in >> what >> rest;) {
      if (what == "calls") told.calls = std::stoull(rest);
      if (what == "acknowledged") acknowledged.insert(rest);
      if (what != "asked") continue;
      ++told.requests;
      ++told.asked[rest];
      if (acknowledged.contains(rest)) told.again.push_back(rest);
    }
    return told;
  }

  // Kills it once, goes on, and compares.
  bool kill_and_compare(const Death& death, const std::string& name) {
    const std::string directory = scratch / name;
    const std::string journal = scratch / (name + ".journal");
    const int signal = run(directory, journal, death);
    EXPECT_TRUE(signal == 0 || signal == SIGKILL) << name;
    EXPECT_EQ(run(directory, journal, {}), 0) << name;
    EXPECT_EQ(difference(undisturbed, holding(directory)), "") << name;
    std::string faults;
    const auto verified =
        verify_archive(system_disk(), directory,
                       {.fault = [&](const std::string& fault) { faults += fault + "\n"; }});
    EXPECT_TRUE(verified && verified->faults == 0) << name << ": " << faults;
    const Told told = read_journal(journal);
    EXPECT_TRUE(told.again.empty()) << name << ": asked for again: " << told.again.front();
    // What was fetched and not acknowledged: a batch of each host in visit; and each of them may
    // ask once more for a page that does not exist.
    const std::uint64_t extra = told.requests - std::min(told.requests, requests);
    EXPECT_LE(extra, 6 * (kBatchPages + 1)) << name;
    extra_most = std::max(extra_most, extra);
    std::filesystem::remove_all(directory);
    return signal == SIGKILL;
  }

  void SetUp() override {
    const std::string journal = scratch / "undisturbed.journal";
    ASSERT_EQ(run(scratch / "undisturbed", journal, {}), 0);
    undisturbed = holding(scratch / "undisturbed");
    ASSERT_GT(undisturbed.size(), 200U);
    const Told told = read_journal(journal);
    calls = told.calls;
    requests = told.requests;
  }

  Scratch scratch;
  Holding undisturbed;
  std::uint64_t calls = 0;
  std::uint64_t requests = 0;
  std::uint64_t extra_most = 0;
};

TEST_F(CrawlKillTest, AtMomentsSpreadOverTheCrawl) {
  int killed = 0;
  for (int i = 0; i < kRandomKills; ++i) {
    const std::uint64_t at = 1 + calls * static_cast<std::uint64_t>(i) / kRandomKills;
    killed += kill_and_compare({.at_call = at}, fmt::format("call-{}", at)) ? 1 : 0;
  }
  EXPECT_EQ(killed, kRandomKills);
  std::cout << killed << " kills, " << undisturbed.size() << " snapshots, " << requests
            << " requests; at most " << extra_most << " more after a kill\n";
}

TEST_F(CrawlKillTest, AtEveryNamedPoint) {
  int killed = 0;
  for (const auto& [point, name] : kWritePoints) {
    EXPECT_TRUE(kill_and_compare({.at_point = point, .visit_of_point = 2}, std::string(name)))
        << "the crawl never came to " << name;
    ++killed;
  }
  std::cout << killed << " of " << kWritePoints.size() << " points\n";
}

}  // namespace
}  // namespace freshet
