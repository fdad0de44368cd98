#include "simulation/refresh_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "catalog/sqlite_catalog.h"
#include "predict/shipped_first_sight.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

// As the replay of histories has it.
constexpr Duration kOracleRound = std::chrono::hours(3);

// What the pages of the world are, and which of them the archive keeps fresh.
Result<std::vector<std::string>> watched_urls(Catalog& catalog) {
  std::vector<std::string> urls;
  const Status read = catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    urls.push_back(belief.page.url);
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return urls;
}

RefreshRunResult failed(const Error& error) { return {.status = std::unexpected(error)}; }

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
  const FirstSight& first_sight =
      options.first_sight != nullptr ? *options.first_sight : shipped_first_sight(CountedChanges::content);
  FirstBeliefs first(first_sight, options.planner.gone);
  CrawlRunOptions run{.plan = options.plan, .beliefs = &first};
  run.seeds = {web.world.first_url()};
  const Time zero = web.clock.now() - web.events.tick();
  const CrawlRunResult crawled = run_crawl(web, disk, directory, run);
  if (!crawled.status) return failed(crawled.status.error());

  auto catalog =
      open_sqlite_catalog(disk, directory + "/catalog.sqlite", {.access = CatalogAccess::read});
  if (!catalog) return failed(catalog.error());
  const auto urls = watched_urls(**catalog);
  if (!urls) return failed(urls.error());
  RefreshRunResult result;
  result.from = web.clock.now();
  result.until = result.from + options.time;
  const std::size_t log_before = web.web.log().size();
  const double checks_per_day = options.budget * static_cast<double>(urls->size());
  PlannerOptions planning = options.planner;
  planning.policy.budget.checks_per_day = static_cast<std::uint64_t>(checks_per_day + 0.5);
  auto planner = Planner::load(**catalog, first_sight, options.prior, planning, web.clock.now());
  if (!planner) return failed(planner.error());
  catalog->reset();
  run.beliefs = planner->get();
  run.refresher = planner->get();
  run.plan.patience = std::chrono::days(365);
  run.until = web.events.tick() + options.time;
  const CrawlRunResult refreshed = run_crawl(web, disk, directory, run);
  result.status = refreshed.status;

  std::vector<PageTruth> pages = page_truths(web.world, web.web.log(), *urls, zero, result.until);
  result.pages = pages.size();
  result.fresh = mean_freshness(pages, result.from, result.until);
  result.uniform_fresh = uniform_freshness(pages, checks_per_day, result.from, result.until);
  result.oracle_fresh =
      oracle_freshness(pages, checks_per_day, result.from, result.until, kOracleRound);
  std::unordered_map<std::string, const PageTruth*> by_url;
  for (const PageTruth& page : pages) by_url.emplace(page.url, &page);
  for (std::size_t i = log_before; i < web.web.log().size(); ++i) {
    const PracticeLogLine& line = web.web.log()[i];
    ++result.requests;
    if (by_url.contains(line.url)) ++result.checks;
    if (line.status == 304) ++result.not_modified;
  }
  return result;
}

}  // namespace freshet
