#include "simulation/daily_refresh.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/random.h"
#include "catalog/open_catalog.h"
#include "refresh/learned_model.h"
#include "refresh/planner.h"
#include "schedule/shipped_training.h"
#include "simulation/crawl_run.h"
#include "simulation/refresh_score.h"

namespace freshet {
namespace {

constexpr Duration kDay = std::chrono::days(1);

WorldPlan plain_site(const DailyRefreshOptions& options) {
  WorldPlan plan;
  plan.seed = options.seed;
  plan.hosts = 1;
  plan.pages = options.pages;
  plan.features = {.robots = false,
                   .fine_rules = false,
                   .sitemaps = false,
                   .split_sitemaps = false,
                   .requisites = false,
                   .redirects = false,
                   .tls = false,
                   .directives = false,
                   .encodings = false,
                   .codings = false,
                   .validators = false,
                   .missing_pages = false,
                   .duplicates = false,
                   .cookies = false,
                   .shared_addresses = false,
                   .traps = false,
                   .misbehaviour = false};
  return plan;
}

// Edits of a day lie between the run of the previous day and that day's run.
std::shared_ptr<const ChangeScript> script_edits(const DailyRefreshOptions& options, Time zero,
                                                 const std::vector<std::size_t>& edited,
                                                 Random& random) {
  auto script = std::make_shared<ChangeScript>();
  for (std::size_t page = 0; page < options.pages; ++page)
    script->pages.push_back({zero - options.age});
  for (int day = 1; day <= options.days; ++day) {
    const Duration burst = std::chrono::minutes(60 + random.below(22 * 60));
    for (std::size_t i = 0; i < edited.size(); ++i) {
      if (i >= options.edited_daily && day % 3 != 0) continue;
      const Duration before = options.edits_in_bursts
                                  ? burst + std::chrono::seconds(random.below(10))
                                  : std::chrono::minutes(60 + random.below(22 * 60));
      script->pages[edited[i]].push_back(zero + day * kDay - before);
    }
  }
  return script;
}

void drop_validators(SentValidators sent, PracticeAnswer& answer) {
  std::erase_if(answer.headers, [&](const auto& field) {
    return (field.name == "ETag" && sent != SentValidators::all && sent != SentValidators::etag) ||
           (field.name == "Last-Modified" && sent != SentValidators::all &&
            sent != SentValidators::date);
  });
}

class DailyRefresh {
 public:
  DailyRefresh(Disk& disk, const std::string& directory, const DailyRefreshOptions& options)
      : disk_(disk), directory_(directory), options_(options), random_(options.seed) {}

  DailyRefreshResult run() {
    DailyRefreshResult result;
    result.status = begin();
    for (int day = 1; day <= options_.days && result.status; ++day) {
      const Duration late = Duration(random_.below(
          static_cast<std::uint64_t>(std::max(options_.start_varies, Duration(1)).count())));
      web_->clock.jump(zero_ + day * kDay + late - web_->clock.now());
      result.status = refresh(day, day == options_.days, result);
    }
    if (web_) result.ended = web_->clock.now();
    return result;
  }

 private:
  Status begin() {
    auto first_sight = first_sight_of(disk_, directory_);
    if (!first_sight) return std::unexpected(first_sight.error());
    first_sight_ = *std::move(first_sight);
    WorldPlan plan = plain_site(options_);
    zero_ = plan.began + options_.age + kDay;
    std::vector<std::size_t> edited;
    while (edited.size() < options_.edited_daily + options_.edited_third) {
      const std::size_t page = random_.below(options_.pages);
      if (std::ranges::find(edited, page) == edited.end()) edited.push_back(page);
    }
    plan.script = script_edits(options_, zero_, edited, random_);
    PracticeWebOptions bent;
    bent.bend = [sent = options_.validators](const PracticeRequest&, Time, PracticeAnswer& answer) {
      drop_validators(sent, answer);
    };
    web_ = std::make_unique<SimulatedWeb>(plan, std::move(bent), PracticeResolverOptions{}, zero_);
    run_.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    run_.plan.pace.delay = options_.delay;
    run_.seeds = {web_->world.first_url()};
    FirstSightRecorder first(*first_sight_, GoneBackoff{});
    run_.recorder = &first;
    return run_crawl(*web_, disk_, directory_, run_).status;
  }

  Status refresh(int day, bool is_last, DailyRefreshResult& result) {
    auto catalog =
        open_catalog(disk_, catalog_address(directory_), {.access = CatalogAccess::read});
    if (!catalog) return std::unexpected(catalog.error());
    PlannerOptions planning;
    planning.only_once = true;
    planning.policy = options_.policy;
    planning.policy.budget.checks_per_day = static_cast<std::uint64_t>(
        std::ceil(static_cast<double>(options_.pages) * (kDay / std::chrono::duration<double>(1)) /
                  (options_.every / std::chrono::duration<double>(1))));
    const RateWeights prior = shipped_training(CountedChanges::content).prior;
    auto planner = Planner::load(**catalog, *first_sight_, prior, planning, web_->clock.now());
    if (!planner) return std::unexpected(planner.error());
    run_.recorder = planner->get();
    run_.refresher = planner->get();
    const CrawlRunResult done = run_crawl(*web_, disk_, directory_, run_);
    if (!done.status) return done.status;
    return compare(**planner, **catalog, day, is_last, result);
  }

  Status compare(const Planner& planner, Catalog& catalog, int day, bool is_last,
                 DailyRefreshResult& result) {
    const Time now = web_->clock.now();
    const RefreshView view = planner.view(now);
    RefreshDay row{
        .day = day,
        .checks = planner.counts().checks(),
        .changed = planner.counts().changed,
        .believed = view.fresh / static_cast<double>(std::max<std::size_t>(view.scheduled, 1))};
    std::map<std::string, Time> copies;
    const Status read = catalog.each_page(std::nullopt, [&](const PageRow& page) {
      copies.emplace(page.key.url, page.last_seen);
      return true;
    });
    if (!read) return read;
    const std::vector<PageTruth> pages = page_truths(web_->world, copies, now);
    for (const PageTruth& page : pages) {
      const bool is_fresh = page.changes.empty() || page.changes.back() <= page.copies.back();
      row.fresh += is_fresh ? 1 / static_cast<double>(pages.size()) : 0;
      if (!is_last || page.changes.size() < 2) continue;
      const auto outlook = planner.outlook(page.url, now);
      if (outlook)
        result.edited.push_back(
            {.url = page.url,
             .is_daily =
                 page.changes.size() > std::size_t{1} + static_cast<std::size_t>(options_.days) / 2,
             .outlook = *outlook});
    }
    result.days.push_back(row);
    return {};
  }

  Disk& disk_;
  const std::string directory_;
  const DailyRefreshOptions options_;
  Random random_;
  Time zero_{};
  std::shared_ptr<const FirstSight> first_sight_;
  std::unique_ptr<SimulatedWeb> web_;
  CrawlRunOptions run_;
};

}  // namespace

std::string_view validators_name(SentValidators sent) {
  switch (sent) {
    case SentValidators::all:
      return "ETag and date";
    case SentValidators::etag:
      return "ETag";
    case SentValidators::date:
      return "date";
    case SentValidators::none:
      return "no validators";
  }
  return "";
}

double DailyRefreshResult::worst_gap(int after) const {
  double worst = 0;
  for (const RefreshDay& day : days)
    if (day.day > after) worst = std::max(worst, std::abs(day.believed - day.fresh));
  return worst;
}

DailyRefreshResult run_daily_refresh(Disk& disk, const std::string& directory,
                                     const DailyRefreshOptions& options) {
  return DailyRefresh(disk, directory, options).run();
}

}  // namespace freshet
