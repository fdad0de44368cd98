#include "interrupted_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "base/hash.h"
#include "base/random.h"
#include "catalog/open_catalog.h"
#include "crawl/visit_report.h"
#include "predict/shipped_first_sight.h"
#include "refresh/planner.h"
#include "schedule/shipped_training.h"
#include "simulation/crawl_run.h"
#include "store/verify.h"

namespace freshet {
namespace {

constexpr int kInterruptions = 5;  // of the crawl, and of the refresh
constexpr int kRunsMax = 40;       // of each
constexpr std::size_t kListedMax = 10;
constexpr double kCutShare = 1.0 / 8;
constexpr double kErrorShare = 1.0 / 30;
constexpr std::uint64_t kRefreshSteps = 600;  // until a refresh is interrupted, at most
constexpr Duration kRefreshTime = std::chrono::days(6);
constexpr Duration kCalmTime = std::chrono::days(3);  // at the end of that

using Contents = std::map<std::string, std::pair<int, std::string>>;  // status, digest, by URL
using Heard = std::map<std::pair<std::string, int>, int>;  // URL, kind of event; how often

class Interruptions {
 public:
  Interruptions(std::uint64_t seed, std::string directory)
      : seed_(seed), directory_(std::move(directory)), random_(seed) {
    result_.seed = seed;
    result_.layout = seed % 2 == 0 ? "log" : "slots";
  }

  InterruptedRuns run() {
    crawl_both();
    if (result_.complaints.empty()) refresh_both();
    return std::move(result_);
  }

 private:
  WorldPlan crawled_world() {
    WorldPlan plan;
    plan.seed = seed_;
    plan.hosts = 4;
    plan.pages = 90;
    plan.features.changes = false;
    plan.features.traps = false;
    plan.features.misbehaviour = false;
    plan.features.tls = false;  // which scheme a home page is on would be a guess
    return plan;
  }

  // One host; a third of its pages change once, between the crawl and the refresh. A page whose
  // validators stay the same does not: a run finds such a change only if chance makes it ask
  // without a condition, so two runs may differ.
  WorldPlan refreshed_world() {
    WorldPlan plan = crawled_world();
    plan.hosts = 1;
    plan.pages = 40;
    plan.features.changes = true;
    auto script = std::make_shared<ChangeScript>();
    script->pages.resize(plan.pages);
    const World world(plan);
    const HostFacts host = world.hosts().by_rank(0);
    const Site site(plan, host);
    for (std::size_t page = 0; page < script->pages.size(); page += 3)
      if (!world.has_stuck_validator(host, site.page(page)))
        script->pages[page].push_back(plan.began + std::chrono::days(35));
    plan.script = std::move(script);
    return plan;
  }

  CrawlRunOptions run_options(const SimulatedWeb& web) const {
    CrawlRunOptions options;
    CrawlPlan& plan = options.plan;
    plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    plan.pace.delay = std::chrono::milliseconds(300);
    plan.pace.burst = 1;
    plan.limits.down_wait = std::chrono::seconds(20);
    plan.limits.slice = std::chrono::seconds(10 + 10 * static_cast<std::int64_t>(seed_ % 7));
    plan.limits.tries = 4;
    plan.batch_pages = 1 + seed_ % 7;
    plan.requisites = seed_ % 3 != 0;
    options.archive.layout = seed_ % 2 == 0 ? Layout::log : Layout::slots;
    options.archive.warc_bytes_max = 60'000;
    options.archive.tail_bytes_max = 6'000;
    options.seeds = {web.world.first_url()};
    return options;
  }

  void fired(const std::string& what) { ++result_.faults[what]; }
  void complain(std::string what) {
    if (result_.complaints.size() < kListedMax) result_.complaints.push_back(std::move(what));
  }

  // A host is down for some of each minute, now and then.
  std::optional<WebFailure> down(const WebRequest& request, Tick now) {
    if (!is_troubled_) return std::nullopt;
    const auto minute = static_cast<std::uint64_t>(now / std::chrono::minutes(1));
    const std::uint64_t draw =
        hash64(fmt::format("{} {} {}", seed_, request.url.hostname(), minute));
    if (draw % 4 != 0) return std::nullopt;
    const Tick from = std::chrono::minutes(1) * static_cast<std::int64_t>(minute) +
                      std::chrono::seconds((draw >> 8) % 50);
    if (now < from || now > from + std::chrono::seconds(2 + (draw >> 16) % 9)) return std::nullopt;
    fired("server down");
    return (draw >> 24) % 2 == 0 ? WebFailure::refused : WebFailure::reset;
  }

  void bend(PracticeAnswer& answer) {
    if (!is_troubled_) return;
    const double draw = random_.unit();
    if (draw < kErrorShare) {
      fired("status 500");
      answer = {.status = 500, .reason = "Internal Server Error", .body = "no"};
    } else if (draw < kErrorShare + kCutShare && answer.body.size() > 1) {
      fired("answer cut");
      if (answer.framing == Framing::length)
        answer.bad.cut_after = answer.body.size() / 2;
      else
        answer.bad.has_bad_chunk = true;
    }
  }

  std::unique_ptr<SimulatedWeb> make_web(const WorldPlan& plan, std::optional<Time> now = {}) {
    auto made = std::make_unique<SimulatedWeb>(
        plan,
        PracticeWebOptions{
            .fault =
                [this](const WebRequest& request) { return down(request, web_->events.tick()); },
            .bend = [this](const PracticeRequest&, Time, PracticeAnswer& answer) { bend(answer); }},
        PracticeResolverOptions{}, now);
    web_ = made.get();
    return made;
  }

  // Ends the run at a random moment, often while the archive is still being read.
  void draw_interruption(CrawlRunOptions& options, std::uint64_t steps_max) {
    const std::uint64_t steps =
        random_.with_probability(0.4) ? random_.below(30) : random_.below(steps_max);
    const std::uint64_t at = web_->events.calls() + steps;
    const bool is_kill = random_.with_probability(0.5);
    const auto is_there = [this, at] { return web_->events.calls() >= at; };
    (is_kill ? options.is_killed : options.is_stopped) = is_there;
  }

  void count(const CrawlRunResult& done) {
    ++result_.runs;
    result_.kills += done.was_killed ? 1 : 0;
    result_.stops += done.was_stopped ? 1 : 0;
    if (!done.status) complain("a run failed: " + done.status.error().message);
  }

  static Archive open(const std::string& directory) {
    return *Archive::open(system_disk(), directory);
  }

  // Nothing is left that another run would try.
  static bool is_whole(const std::string& directory) {
    bool is_whole = true;
    Archive archive = open(directory);
    const Status read = archive.catalog().each_host([&](const HostRow& row) {
      const auto report = VisitReport::from_json(row.report);
      is_whole =
          is_whole && report && report->state == VisitState::complete && report->failed_urls == 0;
      return true;
    });
    return read && is_whole;
  }

  static Contents contents(const std::string& directory) {
    Contents all;
    Archive archive = open(directory);
    const Status read = archive.catalog().each_page(std::nullopt, [&](const PageRow& page) {
      // Which scheme is asked first is a guess, and nothing but a redirect answers there.
      if (page.key.url.starts_with("https:")) return true;
      auto row = archive.catalog().newest_with_body(page.id, Time::max());
      if (row && !*row) row = archive.catalog().nearest(page.id, Time::max());
      if (row && *row) all[page.key.url] = {(*row)->status, (*row)->payload.base32()};
      return true;
    });
    if (!read) all.clear();
    return all;
  }

  static Heard heard(const std::string& directory) {
    Heard all;
    Archive archive = open(directory);
    const auto events = archive.catalog().events(0, std::numeric_limits<std::int32_t>::max());
    if (events)
      for (const PageEvent& event : *events) ++all[{event.url, static_cast<int>(event.kind)}];
    return all;
  }

  template <class Map, class Text>
  void compare(const Map& expected, const Map& actual, const char* of, const Text& text) {
    for (const auto& one : expected)
      if (const auto there = actual.find(one.first); there == actual.end())
        complain(fmt::format("{}: missing {}", of, text(one)));
      else if (there->second != one.second)
        complain(fmt::format("{}: {} is {}", of, text(one), text(*there)));
    for (const auto& one : actual)
      if (!expected.contains(one.first)) complain(fmt::format("{}: too much {}", of, text(one)));
  }
  void compare_contents(const std::string& expected, const std::string& actual, const char* of) {
    compare(contents(expected), contents(actual), of, [](const auto& one) {
      return fmt::format("{} {} {}", one.first, one.second.first, one.second.second);
    });
  }

  void verify(const std::string& directory) {
    VerifyOptions options;
    options.fault = [this](const std::string& fault) { complain("verify: " + fault); };
    if (const auto verified = verify_archive(system_disk(), directory, options); !verified)
      complain("verify: " + verified.error().message);
  }

  // Returns the steps that it took.
  std::uint64_t crawl_undisturbed(const WorldPlan& plan, const std::string& directory,
                                  ObservationRecorder* recorder) {
    is_troubled_ = false;
    const auto web = make_web(plan);
    CrawlRunOptions options = run_options(*web);
    options.recorder = recorder;
    const CrawlRunResult done = run_crawl(*web, system_disk(), directory, options);
    if (!done.status || !done.is_done) complain("the undisturbed crawl did not end");
    return web->events.calls();
  }

  void crawl_both() {
    const std::string calm = directory_ + "-calm", wild = directory_ + "-wild";
    const std::uint64_t steps = crawl_undisturbed(crawled_world(), calm, nullptr);
    const auto web = make_web(crawled_world());
    is_troubled_ = true;
    int runs = 0;
    for (bool is_over = false; !is_over && runs < kRunsMax && result_.complaints.empty(); ++runs) {
      CrawlRunOptions options = run_options(*web);
      const bool is_interrupted = result_.kills + result_.stops < kInterruptions;
      if (is_interrupted) draw_interruption(options, steps / kInterruptions);
      if (random_.with_probability(0.2))
        web->clock.jump(std::chrono::hours(30));  // robots.txt grows old
      const CrawlRunResult done = run_crawl(*web, system_disk(), wild, options);
      count(done);
      is_over = done.is_done && !done.was_stopped && !done.was_killed && is_whole(wild);
    }
    if (runs == kRunsMax) complain("the crawl does not come to its end");
    verify(wild);
    compare_contents(calm, wild, "crawl");
    result_.pages = contents(calm).size();
  }

  // One process of the refresh, from now until `until`, or until it is interrupted.
  CrawlRunResult refresh_once(SimulatedWeb& web, const std::string& directory, Time until,
                              bool is_interrupted) {
    auto catalog =
        open_catalog(system_disk(), catalog_address(directory), {.access = CatalogAccess::read});
    if (!catalog) return {.status = std::unexpected(catalog.error())};
    PlannerOptions planning;
    planning.policy.budget.checks_per_day = 120;
    auto planner =
        Planner::load(**catalog, shipped_first_sight(CountedChanges::content),
                      shipped_training(CountedChanges::content).prior, planning, web.clock.now());
    if (!planner) return {.status = std::unexpected(planner.error())};
    catalog->reset();
    CrawlRunOptions options = run_options(web);
    options.recorder = planner->get();
    options.refresher = planner->get();
    options.plan.patience = std::chrono::days(365);
    options.until = web.events.tick() + (until - web.clock.now());
    if (is_interrupted) draw_interruption(options, kRefreshSteps);
    return run_crawl(web, system_disk(), directory, options);
  }

  void refresh_both() {
    const std::string calm = directory_ + "-calm2", wild = directory_ + "-wild2";
    FirstSightRecorder recorder(shipped_first_sight(CountedChanges::content), {});
    const WorldPlan plan = refreshed_world();
    crawl_undisturbed(plan, calm, &recorder);
    crawl_undisturbed(plan, wild, &recorder);
    const Time from = plan.began + std::chrono::days(40);
    const Time until = from + kRefreshTime;
    {
      const auto web = make_web(plan, from);
      const CrawlRunResult done = refresh_once(*web, calm, until, false);
      if (!done.status) return complain("the undisturbed refresh: " + done.status.error().message);
    }
    const auto web = make_web(plan, from);
    const int before = result_.kills + result_.stops;
    int runs = 0;
    while (web->clock.now() < until && runs < kRunsMax && result_.complaints.empty()) {
      is_troubled_ = web->clock.now() < until - kCalmTime;
      const bool is_interrupted =
          is_troubled_ && result_.kills + result_.stops - before < kInterruptions;
      const Time end = is_troubled_ ? until - kCalmTime : until;
      const CrawlRunResult done = refresh_once(*web, wild, end, is_interrupted);
      count(done);
      ++runs;
    }
    is_troubled_ = false;
    if (runs == kRunsMax) complain("the refresh does not come to its end");
    verify(wild);
    compare_contents(calm, wild, "refresh");
    const Heard expected = heard(calm);
    compare(expected, heard(wild), "events", [](const auto& one) {
      return fmt::format("{} kind {} ({} times)", one.first.first, one.first.second, one.second);
    });
    for (const auto& [event, times] : expected)
      if (event.second == static_cast<int>(EventKind::changed)) ++result_.changes;
    if (result_.changes == 0) complain("nothing changed");
  }

  std::uint64_t seed_;
  std::string directory_;
  Random random_;
  SimulatedWeb* web_ = nullptr;  // that answers
  bool is_troubled_ = false;
  InterruptedRuns result_;
};

}  // namespace

std::string InterruptedRuns::text() const {
  std::string out = fmt::format("seed {} ({}): {} kills, {} stops, {} runs, {} pages, {} changes",
                                seed, layout, kills, stops, runs, pages, changes);
  for (const std::string& complaint : complaints) out += "\n  " + complaint;
  return out;
}

InterruptedRuns run_interrupted(std::uint64_t seed, const std::string& directory) {
  return Interruptions(seed, directory).run();
}

}  // namespace freshet
