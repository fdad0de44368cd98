#include "simulation/refresh_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "catalog/open_catalog.h"
#include "refresh/learned_model.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

// As in the replay of histories.
constexpr Duration kOracleRound = std::chrono::hours(3);

// Returns the times of the present copies.
Result<std::map<std::string, Time>> copies_of(Catalog& catalog) {
  std::map<std::string, Time> copies;
  Status refresh_failed;
  const Status read = catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    if (belief.is_requisite()) return true;
    const auto page = catalog.find_page(belief.page);
    if (!page) refresh_failed = std::unexpected(page.error());
    if (page && *page) copies.emplace(belief.page.url, (*page)->last_seen);
    return refresh_failed.has_value();
  });
  if (!read) return std::unexpected(read.error());
  if (!refresh_failed) return std::unexpected(refresh_failed.error());
  return copies;
}

Result<std::unique_ptr<Planner>> load_planner(Disk& disk, const std::string& directory,
                                              const FirstSight& first_sight,
                                              const RateWeights& prior,
                                              const PlannerOptions& options, Time now) {
  auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
  if (!catalog) return std::unexpected(catalog.error());
  return Planner::load(**catalog, first_sight, prior, options, now);
}

RefreshRunResult refresh_failed(const Error& error) { return {.status = std::unexpected(error)}; }

}  // namespace

std::string RefreshRunResult::text() const {
  const double halfway = (fresh - uniform_fresh) / (oracle_fresh - uniform_fresh);
  return fmt::format(
      "{} pages, {} checks ({} not modified, {} bodies needless), {} requests; fresh {:.4f}, "
      "uniform {:.4f}, oracle {:.4f}: {:.3f} of it, {:.2f} of the way",
      pages, checks, not_modified, needless_bodies, requests, fresh, uniform_fresh, oracle_fresh,
      fresh / oracle_fresh, halfway);
}

RefreshRunResult run_refresh(SimulatedWeb& web, Disk& disk, const std::string& directory,
                             const RefreshRunOptions& options) {
  const auto of_archive = first_sight_of(disk, directory);
  if (!of_archive) return refresh_failed(of_archive.error());
  const FirstSight& first_sight =
      options.first_sight != nullptr ? *options.first_sight : **of_archive;
  FirstSightRecorder first(first_sight, options.planner.gone);
  CrawlRunOptions run{.plan = options.plan, .recorder = &first};
  run.seeds = {web.world.first_url()};
  const Time zero = web.clock.now() - web.events.tick();
  if (!options.is_crawled) {
    const CrawlRunResult crawled = run_crawl(web, disk, directory, run);
    if (!crawled.status) return refresh_failed(crawled.status.error());
  }

  auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
  if (!catalog) return refresh_failed(catalog.error());
  const auto copies = copies_of(**catalog);
  if (!copies) return refresh_failed(copies.error());
  RefreshRunResult result;
  result.from = web.clock.now();
  result.until = result.from + options.time;
  const std::size_t log_before = web.web.log().size();
  const double checks_per_day = options.budget * static_cast<double>(copies->size());
  PlannerOptions planning = options.planner;
  planning.policy.budget.checks_per_day = static_cast<std::uint64_t>(checks_per_day + 0.5);
  const RateWeights prior = options.prior.value_or(shipped_training(CountedChanges::content).prior);
  catalog->reset();
  run.plan.patience = std::chrono::days(365);
  run.until = web.events.tick() + options.time;
  run.is_killed = [&options] {
    if (options.each_call) options.each_call();
    return options.is_killed();
  };
  for (bool was_killed = true; was_killed;) {
    auto planner = load_planner(disk, directory, first_sight, prior, planning, web.clock.now());
    if (!planner) return refresh_failed(planner.error());
    run.recorder = planner->get();
    run.refresher = planner->get();
    const CrawlRunResult refreshed = run_crawl(web, disk, directory, run);
    was_killed = refreshed.was_killed;
    ++result.starts;
    result.status = refreshed.status;
    result.counts = (*planner)->counts();
    if (!was_killed && options.at_end) options.at_end(**planner);
  }

  const std::vector<PracticeLogLine>& log = web.web.log();
  result.truths = page_truths(web.world, *copies, result.until, options.trouble);
  std::unordered_map<std::string, PageTruth*> by_url;
  for (PageTruth& page : result.truths) by_url.emplace(page.url, &page);
  for (std::size_t i = log_before; i < log.size(); ++i) {
    ++result.requests;
    const auto page = by_url.find(log[i].url);
    if (page == by_url.end()) continue;
    ++result.checks;
    if (log[i].status == 304) ++result.not_modified;
    if (log[i].status != 200 || log[i].is_head) continue;
    PageTruth& truth = *page->second;
    const Time now = zero + log[i].start;
    if (is_in(truth.away, now)) continue;  // it was cut
    const auto change = std::upper_bound(truth.changes.begin(), truth.changes.end(), now);
    const bool has_changed =
        change != truth.changes.begin() && *std::prev(change) > truth.copies.back();
    if (truth.has_right_validator && !has_changed) ++result.needless_bodies;
    truth.copies.push_back(now);
  }
  const std::vector<PageTruth>& pages = result.truths;
  result.pages = pages.size();
  result.fresh = mean_freshness(pages, result.from, result.until);
  result.uniform_fresh = uniform_freshness(pages, checks_per_day, result.from, result.until);
  result.oracle_fresh =
      oracle_freshness(pages, checks_per_day, result.from, result.until, kOracleRound);
  return result;
}

}  // namespace freshet
