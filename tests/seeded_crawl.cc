#include "seeded_crawl.h"

#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "base/hash.h"
#include "crawl/visit_report.h"
#include "simulation/crawl_run.h"
#include "simulation/score.h"
#include "store/snapshot_facts.h"
#include "store/verify.h"
#include "testkit/faulty_disk.h"
#include "testkit/faulty_sqlite.h"

namespace freshet {
namespace {

constexpr int kFaultyRunsMax = 4;
constexpr std::size_t kComplaintsMax = 20;

class Simulation {
 public:
  Simulation(std::uint64_t seed, std::string directory)
      : random_(seed), directory_(std::move(directory)), options_(draw_options()) {
    result_.seed = seed;
    WorldPlan plan;
    plan.seed = seed;
    plan.hosts = 50 + random_.below(20);
    plan.pages = 100 + random_.below(100);
    plan.crawl_delay = std::chrono::milliseconds(random_.below(3) * 700);
    plan.features.crossings = true;
    result_.hosts = plan.hosts;
    lost_answers_ = 0.05 + 0.04 * random_.unit();
    web_ = std::make_unique<SimulatedWeb>(
        plan, PracticeWebOptions{.fault = [this](const WebRequest&) { return lose_answer(); }},
        PracticeResolverOptions{.fault = [this](const std::string&) { return lose_name(); }});
    options_.seeds = {web_->world.first_url()};
    options_.on_acknowledged = [this](const std::string& url, Time time) {
      acknowledged_.emplace(url, time);
      known_.try_emplace(url, web_->web.log().size());
    };
  }

  SeededCrawl run() {
    while (true) {
      const bool is_faulty = result_.runs < kFaultyRunsMax && random_.with_probability(0.7);
      ++result_.runs;
      if (is_faulty ? run_with_fault() : run_to_the_end()) break;
      if (result_.runs > 3 * kFaultyRunsMax) {
        complain("it does not come to its end");
        break;
      }
    }
    judge();
    return std::move(result_);
  }

 private:
  CrawlRunOptions draw_options() {
    CrawlRunOptions options;
    CrawlPlan& plan = options.plan;
    plan.guard =
        AddressGuard({*Network::parse(kPracticeNetworkV4), *Network::parse(kPracticeNetworkV6)});
    plan.pace.delay = std::chrono::milliseconds(10 + random_.below(1000));
    plan.pace.burst = static_cast<int>(1 + random_.below(8));
    plan.fetch.body_bytes = std::size_t{64} << 10;    // endless ones end sooner,
    plan.limits.page_bytes = std::size_t{256} << 10;  // and so do bombs
    plan.limits.tries = 8;                            // so that chance alone gives nothing up
    plan.limits.visits = 8;
    plan.limits.failures_in_a_row = 10;
    plan.traps.grant = 10 + random_.below(10);  // traps cost less, and end all the same
    plan.domains.similar_hosts = 6 + random_.below(3);
    plan.limits.down_wait = std::chrono::seconds(20 + random_.below(100));
    plan.limits.slice = std::chrono::seconds(3 + random_.below(600));
    plan.batch_pages = 1 + random_.below(60);
    plan.batch_time = std::chrono::milliseconds(50 + random_.below(2000));
    plan.visits_max = 3 + random_.below(40);
    plan.requisites = random_.with_probability(0.7);
    plan.priority = random_.with_probability(0.5) ? LinkPriority::bloom : LinkPriority::in_degree;
    options.loops = 1 + random_.below(3);
    if (random_.with_probability(0.7)) options.archive.packing = warc::MemberPacking::stored;
    options.archive.warc_bytes_max = 20'000 + random_.below(400'000);
    options.archive.tail_bytes_max = 2'000 + random_.below(60'000);
    options.random_seed = random_.next();
    return options;
  }

  void fired(const std::string& what) { ++result_.faults[what]; }

  std::optional<WebFailure> lose_answer() {
    if (!random_.with_probability(lost_answers_)) return std::nullopt;
    constexpr WebFailure kLost[] = {WebFailure::timeout, WebFailure::reset, WebFailure::refused,
                                    WebFailure::unreachable};
    const WebFailure lost = kLost[random_.below(std::size(kLost))];
    fired(fmt::format("answer lost ({})", name_of(lost)));
    return lost;
  }

  std::optional<ResolveFailure> lose_name() {
    if (!random_.with_probability(lost_answers_)) return std::nullopt;
    fired("name not resolved");
    return ResolveFailure::unavailable;
  }

  // The clock of the machine is set, now and then.
  void maybe_jump() {
    if (!random_.with_probability(0.001)) return;
    const auto seconds = static_cast<std::int64_t>(random_.below(600)) - 300;
    web_->clock.jump(std::chrono::seconds(seconds));
    has_jumped_ = true;
    fired("clock jump");
  }

  bool run_to_the_end() {
    options_.is_killed = [this] {
      maybe_jump();
      return false;
    };
    const CrawlRunResult done = run_crawl(*web_, system_disk(), directory_, options_);
    if (!done.status) complain(done.status.error().message);
    return done.is_done || !done.status;
  }

  bool run_with_fault() {
    FaultyDisk disk(system_disk());
    FaultySqlite sqlite(disk.state(), random_.with_probability(0.5) ? FaultySqlite::Says::full
                                                                    : FaultySqlite::Says::broken);
    CrawlRunOptions options = options_;
    options.archive.vfs = sqlite.name();
    const bool is_disk = random_.with_probability(0.5);
    if (is_disk) disk.fail_from(random_.below(600));
    const std::uint64_t kill_at = web_->events.calls() + random_.below(4000);
    options.is_killed = [this, is_disk, kill_at] {
      maybe_jump();
      return !is_disk && web_->events.calls() >= kill_at;
    };
    const CrawlRunResult done = run_crawl(*web_, disk, directory_, options);
    if (done.was_killed) fired("kill");
    if (!done.status) fired("full or broken disk, with a torn write");
    if (!done.status && !is_disk) complain(done.status.error().message);
    return done.is_done && !done.was_killed && done.status;
  }

  void complain(const std::string& what) {
    if (result_.complaints.size() < kComplaintsMax) result_.complaints.push_back(what);
  }

  void judge() {
    VerifyOptions verify;
    verify.fault = [this](const std::string& fault) { complain("verify: " + fault); };
    if (auto verified = verify_archive(system_disk(), directory_, verify); !verified)
      complain("verify: " + verified.error().message);
    auto archive = Archive::open(system_disk(), directory_);
    if (!archive) return complain(archive.error().message);
    judge_manners(*archive);
    judge_hosts(*archive);
    judge_promises(*archive);
    note_history(*archive);
  }

  void judge_manners(Archive& archive) {
    auto score = score_crawl(web_->world, archive, web_->web.log(),
                             {.delay = options_.plan.pace.delay,
                              .burst = options_.plan.pace.burst,
                              .starts = result_.runs,
                              .redirects = options_.plan.limits.redirects,
                              .similar_hosts = options_.plan.domains.similar_hosts});
    if (!score) return complain(score.error().message);
    result_.pages = score->expected;
    result_.requests = score->requests;
    for (const auto& [name, list] : {std::pair{"missing", &score->missing},
                                     {"forbidden", &score->forbidden},
                                     {"impolite", &score->impolite}})
      for (const std::string& what : *list) complain(fmt::format("{}: {}", name, what));
  }

  // Every host ends complete or explained.
  void judge_hosts(Archive& archive) {
    const Status read = archive.catalog().each_host([&](const HostRow& row) {
      const auto report = VisitReport::from_json(row.report);
      // Complete means that no limit and no trap cut it, and that no URL failed.
      const bool is_cut =
          report && (most_frequent(report->dropped, DropKind::limit) || report->failed_urls > 0);
      const bool is_told =
          report && !report->why.sentence().empty() &&
          (report->state == (is_cut ? VisitState::partial : VisitState::complete) ||
           report->state == VisitState::failed);
      // What a server asks us to wait for longer than we have patience is left for another day.
      const bool is_postponed = report && row.place == HostPlace::due && row.next_due &&
                                *row.next_due > web_->clock.now() + std::chrono::minutes(30);
      if ((row.place != HostPlace::retired || !is_told) && !is_postponed)
        complain(fmt::format("{} ends in place {} with the report {}", row.host.key(),
                             static_cast<int>(row.place), row.report));
      return true;
    });
    if (!read) complain(read.error().message);
  }

  // Nothing acknowledged is lost, and nothing acknowledged is asked for again.
  void judge_promises(Archive& archive) {
    for (const auto& [url, time] : acknowledged_) {
      auto page = archive.catalog().find_page(page_key_of(url));
      auto snapshots = page && *page ? archive.catalog().snapshots((*page)->id)
                                     : Result<std::vector<SnapshotRow>>();
      bool is_there = false;
      if (snapshots)
        for (const SnapshotRow& row : *snapshots) is_there = is_there || row.time == time;
      if (!is_there) complain(fmt::format("lost: {} of {}", url, iso_time(time)));
    }
    if (has_jumped_) return;  // then "since the crawl began" may mean another moment
    const auto& log = web_->web.log();
    for (std::size_t i = 0; i < log.size(); ++i) {
      const auto known = known_.find(log[i].url);
      if (known != known_.end() && i >= known->second && !log[i].url.ends_with("/robots.txt"))
        complain(fmt::format("asked for again: {}", log[i].url));
    }
  }

  void note_history(Archive& archive) {
    std::string history;
    for (const PracticeLogLine& line : web_->web.log())
      history +=
          fmt::format("{} {} {} {}\n", line.start.count(), line.end.count(), line.status, line.url);
    const Status read = archive.catalog().each_page(std::nullopt, [&](const PageRow& page) {
      auto snapshots = archive.catalog().snapshots(page.id);
      if (!snapshots) return false;
      for (const SnapshotRow& row : *snapshots)
        history += fmt::format("{} {} {} {}\n", page.key.url, iso_time(row.time), row.status,
                               row.payload.base32());
      return true;
    });
    if (!read) complain(read.error().message);
    result_.history = hash64(history);
    if (std::getenv("FRESHET_SIMULATE_LOG") != nullptr) fmt::print(stderr, "{}", history);
  }

  Random random_;
  std::string directory_;
  CrawlRunOptions options_;
  std::unique_ptr<SimulatedWeb> web_;
  double lost_answers_ = 0;
  bool has_jumped_ = false;
  std::set<std::pair<std::string, Time>> acknowledged_;
  std::map<std::string, std::size_t> known_;  // how many requests came before it was acknowledged
  SeededCrawl result_;
};

}  // namespace

int SeededCrawl::fault_count() const {
  int count = 0;
  for (const auto& [kind, fired] : faults) count += fired;
  return count;
}

std::string SeededCrawl::text() const {
  std::string out =
      fmt::format("seed {}: {} hosts, {} pages, {} requests, {} runs, {} faults, history {:016x}",
                  seed, hosts, pages, requests, runs, fault_count(), history);
  for (const std::string& complaint : complaints) out += "\n  " + complaint;
  return out;
}

SeededCrawl run_seeded_crawl(std::uint64_t seed, const std::string& directory) {
  return Simulation(seed, directory).run();
}

}  // namespace freshet
