#include "simulation/capture_run.h"

#include <memory>
#include <optional>
#include <utility>

#include "catalog/open_catalog.h"
#include "coherence/plan.h"
#include "refresh/learned_model.h"
#include "refresh/planner.h"
#include "refresh/record.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

CaptureRunResult capture_failed(const Error& error) { return {.status = std::unexpected(error)}; }

// The row, the pages and the recorder of a capture; what an archive knows if there is one.
struct LoadedCapture {
  std::shared_ptr<const FirstSight> first_sight = {};
  std::unique_ptr<Planner> planner = {};
  std::unique_ptr<FirstSightRecorder> first = {};
  CaptureRow row = {};
  CaptureBook book = {};

  ObservationRecorder& recorder() {
    if (planner) return *planner;
    return *first;
  }
};

Status load_known(SimulatedWeb& web, Disk& disk, const std::string& directory,
                  LoadedCapture& loaded) {
  auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
  if (!catalog) return std::unexpected(catalog.error());
  auto planner =
      Planner::load(**catalog, *loaded.first_sight, shipped_training(CountedChanges::content).prior,
                    {.only_once = true}, web.clock.now());
  if (!planner) return std::unexpected(planner.error());
  loaded.planner = *std::move(planner);
  const auto known = (*catalog)->find_capture(loaded.row.name);
  if (!known) return std::unexpected(known.error());
  if (*known && (*known)->stage != CaptureStage::ended) loaded.row = **known;
  if (loaded.row.id == 0) loaded.row.began = loaded.row.round_began = web.clock.now();
  auto book = load_capture(**catalog, loaded.row, [&](PageBelief& belief) {
    loaded.planner->describe(belief, web.clock.now());
  });
  if (!book) return std::unexpected(book.error());
  loaded.book = *std::move(book);
  return {};
}

}  // namespace

CaptureRunResult run_capture(SimulatedWeb& web, Disk& disk, const std::string& directory,
                             const CaptureRunOptions& options) {
  LoadedCapture loaded;
  auto first_sight = first_sight_of(disk, directory);
  if (!first_sight) return capture_failed(first_sight.error());
  loaded.first_sight = *std::move(first_sight);
  loaded.row = {.name = options.name, .order = options.order};
  if (loaded.row.order.policy.empty()) loaded.row.order.policy = kDefaultPlanPolicy;
  if (loaded.row.order.seeds.empty()) loaded.row.order.seeds = {web.world.first_url()};
  std::vector<Url> seeds;
  for (const std::string& seed : loaded.row.order.seeds)
    if (auto url = Url::parse(seed)) {
      if (const auto host = Host::of(*url)) loaded.row.hosts.push_back(*host);
      seeds.push_back(*std::move(url));
    }
  if (disk.exists(catalog_file(directory))) {
    if (auto known = load_known(web, disk, directory, loaded); !known)
      return capture_failed(known.error());
  } else {
    loaded.first = std::make_unique<FirstSightRecorder>(*loaded.first_sight, GoneBackoff{});
  }
  CaptureRunResult result;
  CrawlRunOptions run{.plan = options.plan};
  run.plan.limits.new_pages = run.plan.limits.pages;
  CaptureVisits visits(
      std::move(loaded.row), std::move(loaded.book),
      {.open_catalog =
           [&] { return open_catalog(disk, catalog_address(directory), CatalogOptions{}); },
       .recorder = loaded.recorder(),
       .plan = run.plan,
       .say = [&](const std::string& sentence) { result.said += sentence + "\n"; }});
  CaptureJob job(visits, {.seeds = std::move(seeds), .scope = {.kind = ScopeKind::hosts}});
  run.job = &job;
  run.recorder = &visits;
  run.on_acknowledged = options.on_acknowledged;
  run.is_stopped = [&] { return visits.is_over(); };
  run.is_killed = [&] {
    if (options.each_call) options.each_call(visits);
    return options.is_killed();
  };
  const CrawlRunResult ran = run_crawl(web, disk, directory, run);
  result.was_killed = ran.was_killed;
  result.status = ran.status;
  if (!ran.was_killed && result.status) result.status = visits.save(web.clock.now());
  result.row = visits.row();
  result.gaps = visits.gaps();
  result.outlook = visits.outlook();
  return result;
}

Status learn_site(SimulatedWeb& web, Disk& disk, const std::string& directory,
                  const CrawlPlan& plan, int checks, Duration every) {
  auto first_sight = first_sight_of(disk, directory);
  if (!first_sight) return std::unexpected(first_sight.error());
  FirstSightRecorder first(**first_sight, GoneBackoff{});
  CrawlRunOptions run{.plan = plan, .scope = {.kind = ScopeKind::hosts}, .recorder = &first};
  run.seeds = {web.world.first_url()};
  if (auto crawled = run_crawl(web, disk, directory, run).status; !crawled) return crawled;
  for (int check = 0; check < checks; ++check) {
    web.clock.jump(every);
    auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
    if (!catalog) return std::unexpected(catalog.error());
    auto planner =
        Planner::load(**catalog, **first_sight, shipped_training(CountedChanges::content).prior,
                      {.only_once = true}, web.clock.now());
    if (!planner) return std::unexpected(planner.error());
    catalog->reset();
    (*planner)->ask_for_all();
    run.recorder = planner->get();
    run.refresher = planner->get();
    if (auto checked = run_crawl(web, disk, directory, run).status; !checked) return checked;
  }
  return {};
}

}  // namespace freshet
